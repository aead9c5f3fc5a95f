/** The four kinds of platforms, which platforms of the catalog are of each, and what to ask one of that kind. */
import type { TemplateResult } from "lit";
import type { PlatformKind, Tier } from "../engine.js";
import { lowered } from "./facts.js";
import type { View } from "./panel.js";

const tiers: readonly Tier[] = ["entry", "mainstream", "flagship"];
const kinds: readonly PlatformKind[] = ["specialist", "carrier", "publicCloud", "publicCenter"];

export function kindSection(view: View): TemplateResult {
  const { kit: { html }, words } = view;
  return html`
    <section class="choosing-part" part="kinds">
      <h4>${words.kindsTitle}</h4>
      <p>${words.kindsIntro}</p>
      <ul class="cases">${kinds.map((kind) => entry(view, kind))}</ul>
      <p class="muted">${others(view)}</p>
    </section>
  `;
}

function entry({ kit: { html }, scene: { m, f }, words, facts }: View, kind: PlatformKind): TemplateResult {
  const { name, about, ask } = words.kinds[kind];
  const members = facts.filter(({ service }) => service?.kind === kind);
  const sold = new Set(members.flatMap(({ gpus }) => gpus.map(({ tier }) => tier)));
  const paid = new Set(members.flatMap(({ modes }) => modes));
  const sells = words.sells(f.list(tiers.filter((tier) => sold.has(tier)).map((tier) => lowered(words.tiers[tier]))), f.list([...paid].map((mode) => m.billing[mode] ?? mode)));
  return html`
    <li data-kind=${kind}>
      <h5>${name}</h5>
      <p>${about}</p>
      <p class="muted">${members.length === 0 ? words.noMembers : html`${words.members(f.list(members.map((platform) => platform.name)))} ${sells}`}</p>
      <details class="more"><summary>${words.askKind(name)}</summary><ul>${[...words.askAll, ...ask].map((question) => html`<li>${question}</li>`)}</ul></details>
    </li>
  `;
}

function others({ scene: { f }, words, facts }: View): string {
  const unknown = facts.filter(({ service }) => service?.kind === undefined).map(({ name }) => name);
  return unknown.length === 0 ? "" : words.kindNotStated(f.list(unknown));
}
