/**
 * Puts the calculator of another site into a page: a classic script that adds a frame after itself and keeps it as high as what it shows.
 *
 * Its `data-` attributes are the attributes of the calculator. What the frame says becomes events of the frame element. It hears only
 * its own frame, and only from the site that the script comes from.
 */
import { attributes, type Told } from "./message.js";

/** CSS pixels; what a frame may ask for. */
const LEAST_HEIGHT = 200;
const MOST_HEIGHT = 20_000;

const script = document.currentScript as HTMLScriptElement;
const address = new URL("embed.html", script.src);
address.searchParams.set("parent", location.origin);
for (const name of attributes) {
  const value = script.dataset[name];
  if (value !== undefined) address.searchParams.set(name, value);
}

const frame = document.createElement("iframe");
frame.src = address.href;
frame.title = script.dataset["title"] ?? "GPU rental cost calculator";
frame.loading = "lazy";
frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-popups allow-downloads allow-modals");
Object.assign(frame.style, { display: "block", inlineSize: "100%", blockSize: "900px", border: "0" });

addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
  if (source !== frame.contentWindow || origin !== address.origin) return;
  const told = read(data);
  if (told === undefined) return;
  if (told.height !== undefined) frame.style.blockSize = `${Math.min(Math.max(told.height, LEAST_HEIGHT), MOST_HEIGHT)}px`;
  if (told.type !== "height") frame.dispatchEvent(new CustomEvent(`gpu-cost-${told.type}`, { bubbles: true, detail: told }));
});
script.after(frame);

/** A message of the frame; undefined where it is something else. */
function read(data: unknown): Told | undefined {
  const { v, type, height, offerId, code } = (data as { gpuCost?: Record<string, unknown> } | null)?.gpuCost ?? {};
  if (v !== 1 || (type !== "ready" && type !== "height" && type !== "cta" && type !== "error")) return undefined;
  return {
    v,
    type,
    height: typeof height === "number" && Number.isFinite(height) ? height : undefined,
    offerId: typeof offerId === "string" ? offerId : undefined,
    code: typeof code === "string" ? code : undefined,
  };
}
