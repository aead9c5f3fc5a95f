// A static server for this machine: `node www/serve.mjs [port]` serves target/www; the tests import `serve`.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

export const site = fileURLToPath(new URL("../target/www/", import.meta.url));

/**
 * Serves folders, given as {"/prefix/": folder}, on 127.0.0.1 and returns {url, close}.
 * Port 0 takes any free port; `headers` are sent with every answer.
 */
export async function serve(folders, { port = 0, headers = {} } = {}) {
  const server = createServer(async (request, response) => {
    const { status, type, body } = await answer(folders, request);
    response.writeHead(status, { "content-type": type, "cache-control": "no-cache", ...headers });
    response.end(request.method === "HEAD" ? undefined : body);
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}/`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url, close };
}

/** Any failure, a malformed address included, is "not found". */
async function answer(folders, request) {
  try {
    const path = locate(folders, request.url);
    return { status: 200, type: types[extname(path)] ?? "application/octet-stream", body: await readFile(path) };
  } catch {
    return { status: 404, type: types[".txt"], body: "not found\n" };
  }
}

/** The longest matching prefix wins; a file outside its folder is refused. */
function locate(folders, address) {
  const path = decodeURIComponent(new URL(address, "http://localhost").pathname);
  const matches = Object.keys(folders).filter((prefix) => path.startsWith(prefix));
  const prefix = matches.sort((a, b) => b.length - a.length)[0];
  const folder = join(folders[prefix], sep);
  const file = join(folder, path.slice(prefix.length), path.endsWith("/") ? "index.html" : "");
  if (!file.startsWith(folder)) throw new Error("outside the served folder");
  return file;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const { url } = await serve({ "/": site }, { port: Number(process.argv[2] ?? 8000) });
  console.log(`serving ${url}`);
}
