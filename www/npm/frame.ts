/**
 * The script of `embed.html`: takes the attributes of the calculator from the address, and tells the page around it how high it is.
 *
 * Anybody can write an address, so the catalog must be of the site that the frame is of. Hears no messages.
 */
import type { Told } from "./message.js";
import { attributes } from "./message.js";

const query = new URLSearchParams(location.search);
const calculator = document.createElement("gpu-cost-calculator");

/** Only the page that the frame was made by is told anything. */
function tell(told: Omit<Told, "v" | "height">): void {
  const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
  const around = query.get("parent");
  if (around !== null && window.parent !== window) window.parent.postMessage({ gpuCost: { v: 1, ...told, height } satisfies Told }, around);
}

/** In full, as a text of JSON in its place would be a catalog too; undefined where it is of another site. */
function catalogOf(text: string): string | undefined {
  if (!URL.canParse(text, location.href)) return undefined;
  const { href, origin } = new URL(text, location.href);
  return origin === location.origin ? href : undefined;
}

function start(): void {
  for (const name of attributes) {
    const given = query.get(name);
    const value = given !== null && name === "catalog" ? catalogOf(given) : given;
    if (value === undefined) {
      console.error("gpu-cost-calculator: the catalog of a frame must be of the same site as embed.html");
      return tell({ type: "error", code: "catalog-fetch" });
    }
    if (value !== null) calculator.setAttribute(name, value);
  }
  calculator.addEventListener("gpu-cost-ready", () => tell({ type: "ready" }));
  calculator.addEventListener("gpu-cost-error", ({ code }) => tell({ type: "error", code }));
  calculator.addEventListener("gpu-cost-cta", ({ plan }) => tell({ type: "cta", offerId: plan.offerId }));
  document.querySelector("main")?.replaceChildren(calculator);
}

new ResizeObserver(() => tell({ type: "height" })).observe(document.documentElement);
start();
