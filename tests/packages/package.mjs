// What the tests of the npm package share: its folder and archive, folders to serve, and the answer that every project must show.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

export const run = promisify(execFile);
export const root = path("../../");
export const projects = path("./");
/** The package as `cargo xtask npm` makes it; its archive lies beside it. */
export const folder = path("../../target/npm/");
export const prices = path("../web/fixtures/");

/** Of three offers, for the job that a calculator begins with. */
export const TOTAL = "16.36";

/** A folder that is there for one test. */
export async function temporary(t) {
  const made = await mkdtemp(join(tmpdir(), "gpu-cost-"));
  t.after(() => rm(made, { recursive: true }));
  return made;
}

/** Installs the archive into `node_modules` of a folder, as npm does. */
export async function install(into) {
  const { name, version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const place = join(into, "node_modules", name);
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  await run("tar", ["-xzf", join(folder, "..", `${name}-${version}.tgz`), "--strip-components=1", "-C", place]);
}

/** Every file of a folder by its name. */
export async function contents(of) {
  const entries = await readdir(of, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.sort().map(async (file) => [file.slice(join(of, "/").length), await readFile(file)])));
}
