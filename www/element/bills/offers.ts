/** The offers of a price list to choose from, by platform: card, number, what the platform calls it, region. */
import type { TemplateResult } from "lit";
import type { BillOffer } from "../engine.js";
import { choice } from "./field.js";
import type { View } from "./panel.js";

export function offerSelect(view: View, offers: readonly BillOffer[]): TemplateResult {
  const { kit: { html, live }, words, rental, set } = view;
  const labels = new Map<string, number>();
  const keyOf = (offer: BillOffer) => `${offer.platform}\n${label(view, offer)}`;
  for (const offer of offers) labels.set(keyOf(offer), (labels.get(keyOf(offer)) ?? 0) + 1);
  const text = (offer: BillOffer) => ((labels.get(keyOf(offer)) ?? 0) > 1 ? `${label(view, offer)} · ${offer.id}` : label(view, offer));
  const option = (offer: BillOffer) => html`<option value=${offer.id} .selected=${live(offer.id === rental.offer.id)}>${text(offer)}</option>`;
  const platforms = [...new Set(offers.map(({ platform }) => platform))];
  const options = platforms.map((name) => html`<optgroup label=${name}>${offers.filter(({ platform }) => platform === name).map(option)}</optgroup>`);
  return choice(view, "offer", words.offer, options, (offer) => set({ offer }));
}

function label({ words }: View, { gpu, gpus, isSlice, label, region }: BillOffer): string {
  const card = isSlice ? words.slice(cardName(gpu)) : gpus === undefined ? cardName(gpu) : `${cardName(gpu)} × ${gpus}`;
  return [card, label, region].filter((part) => part !== "").join(" · ");
}

const spelled: Readonly<Record<string, string>> = { pcie: "PCIe", ti: "Ti" };

/** What an id says, such as "RTX 4090 24 GB" of `nvidia-rtx-4090-24gb`; a name that is no id, as it is. */
function cardName(gpu: string): string {
  if (!/^[a-z0-9]+(-[a-z0-9]+)+$/.test(gpu)) return gpu;
  const word = (part: string) => spelled[part] ?? (/^[a-z]{4}/.test(part) ? part.charAt(0).toUpperCase() + part.slice(1) : part.replace(/^(\d+)gb$/, "$1 GB").toUpperCase());
  return gpu.split("-").slice(1).map(word).join(" ");
}
