/** What a platform offers and states of itself, in groups; of what it does not state, the names. */
import type { TemplateResult } from "lit";
import type { OfferedGpu, PlatformFacts, Tier } from "../engine.js";
import type { FactName, GroupName } from "./i18n/zh-CN.js";
import type { View } from "./panel.js";

type Content = TemplateResult | symbol | string;
/** A fact with what is said of it; undefined where it is not stated. */
type Row = readonly [name: FactName, said: string | undefined];

const tiers: readonly (Tier | undefined)[] = ["entry", "mainstream", "flagship", undefined];

export function factsOf(view: View, facts: PlatformFacts): TemplateResult {
  const { kit: { html, nothing, sourceLink }, scene: { f }, words } = view;
  const { serviceSource, rulesSource, asOf } = facts;
  const sources = [serviceSource, rulesSource].filter((source, index, all) => source !== undefined && all.findIndex((other) => other?.title === source.title) === index);
  const link = ({ title, url }: { title: string; url?: string | undefined }): Content => (url === undefined ? title : sourceLink(url, title));
  return html`
    <div class="facts">
      <h6>${words.groups.range}</h6>
      ${tiers.map((tier) => cards(view, tier, facts.gpus.filter((gpu) => gpu.tier === tier)))}
      ${groupsOf(view, facts).map(([name, rows]) => group(view, name, rows))}
      ${asOf === undefined ? nothing : html`<p class="muted">${words.pricesFrom(f.date(asOf))}</p>`}
      ${sources.length === 0 ? nothing : html`<p class="muted">${words.readFrom} ${sources.map((source) => html`${source === undefined ? nothing : link(source)} `)}</p>`}
    </div>
  `;
}

function cards({ kit: { html, nothing }, words }: View, tier: Tier | undefined, gpus: readonly OfferedGpu[]): Content {
  if (gpus.length === 0) return nothing;
  const scenes = ({ scenarios }: OfferedGpu) => (scenarios.length === 0 ? "" : words.suits(scenarios.map((name) => words.scenarios[name])));
  return html`
    <p>${tier === undefined ? words.noTier : words.tiers[tier]}</p>
    <ul>${gpus.map((gpu) => html`<li>${gpu.name}${gpu.slices ? words.slices : ""} <span class="muted">${scenes(gpu)}</span></li>`)}</ul>
  `;
}

function group({ kit: { html, nothing }, scene: { f }, words }: View, name: GroupName, rows: readonly Row[]): TemplateResult {
  const missing = rows.filter(([, said]) => said === undefined).map(([fact]) => lowered(words.facts[fact]));
  return html`
    <h6>${words.groups[name]}</h6>
    <dl>
      ${rows.map(([fact, said]) => (said === undefined ? nothing : html`<div><dt>${words.facts[fact]}</dt><dd>${said}</dd></div>`))}
      ${missing.length === 0 ? nothing : html`<div class="unstated"><dt>${words.notStated}</dt><dd>${f.list(missing)}</dd></div>`}
    </dl>
  `;
}

function groupsOf({ scene: { m, f }, words }: View, facts: PlatformFacts): readonly (readonly [GroupName, readonly Row[]])[] {
  const { service = {}, rules, modes, increment, mostGpus, regions } = facts;
  const modeNames = (list: readonly string[]) => f.list(list.map((mode) => m.billing[mode] ?? mode));
  const named = <Name extends string>(list: readonly Name[] | undefined, names: Readonly<Record<Name, string>>) => (list === undefined ? undefined : f.list(list.map((name) => names[name])));
  const yes = (is: boolean | undefined) => (is === undefined ? undefined : is ? words.yes : words.no);
  const texts = (list: readonly string[] | undefined) => (list === undefined || list.length === 0 ? undefined : f.list(list));
  const hours = (value: number | undefined) => (value === undefined ? undefined : f.inHours(value));
  const stopped = (when: "free" | "billed" | undefined) => (when === undefined ? undefined : words.whenStopped[when]);
  return [
    ["billing", [
      ["modes", modeNames(modes)],
      ["increment", increment === undefined ? undefined : words.increments[increment]],
      ["mostGpus", words.cards(f.count(mostGpus))],
      ["trial", hours(rules.trialHours)],
      ["diskPrice", rules.hasDiskPrice ? words.stated : undefined],
      ["egressPrice", rules.hasEgressPrice ? words.stated : undefined],
    ]],
    ["stops", [
      ["stoppedRent", stopped(rules.stoppedRent)],
      ["stoppedDisk", stopped(rules.stoppedDisk)],
      ["releaseOnly", rules.releaseOnly === undefined ? undefined : words.releaseOnly(rules.releaseOnly)],
      ["dataKept", rules.dataKeptDays === undefined ? undefined : words.days(f.count(rules.dataKeptDays))],
      ["arrearsStop", hours(rules.arrearsStopHours)],
      ["arrearsDelete", hours(rules.arrearsDeleteHours)],
      ["refunds", rules.refunds.length === 0 ? undefined : words.refunds(modeNames(rules.refunds))],
    ]],
    ["stability", [
      ["availability", rules.availabilityPercent === undefined ? undefined : words.promised(f.count(rules.availabilityPercent), rules.hasCredits)],
      ["support", yes(service.supportAroundTheClock)],
      ["monitoring", named(service.monitoring, words.monitored)],
      ["notice", rules.noticeSeconds === undefined ? undefined : f.duration(rules.noticeSeconds)],
    ]],
    ["security", [
      ["certifications", texts(service.certifications)],
      ["encryption", named(service.encryption, words.encrypted)],
      ["isolation", service.isolation === undefined ? undefined : words.isolations[service.isolation]],
      ["backup", yes(service.automaticBackup)],
      ["locations", texts(service.dataLocations) ?? texts(regions)],
    ]],
    ["delivery", [
      ["delivery", named(service.delivery, words.deliveries)],
      ["contract", yes(service.writtenContract)],
      ["invoices", texts(service.invoices)],
    ]],
  ];
}

/** Inside a sentence. */
export function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
