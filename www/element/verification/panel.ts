/**
 * The panel of a measured card: what was read off goes in, the verdict and what it does to the job come out.
 *
 * A chunk of its own, loaded when it is first opened. It judges nothing: every figure and verdict is core's.
 */
import type { TemplateResult } from "lit";
import type { GpuFacts, Issue, Precision, Reading, Tools, Verification } from "../engine.js";
import type { Kit, Panel } from "../panels.js";
import type { Scene } from "../view/scene.js";
import { commandList } from "./commands.js";
import { en } from "./i18n/en.js";
import { zhCN } from "./i18n/zh-CN.js";
import type { Words } from "./i18n/zh-CN.js";
import { figure, result } from "./result.js";
import { isInBits, isUsual, precisions, read, readingOf } from "./typed.js";
import type { Kind, Read } from "./typed.js";

type NumberName = "measured" | "expected" | "side";

/** So few TFLOPS or TOPS that no card makes them impossible: only to ask whether there is something to compare with. */
const LEAST = 0.001;

/** In whose field an error of core belongs, by the last name of its path. */
const fieldOf: Readonly<Record<string, NumberName>> = {
  value: "measured", perSecond: "measured", expectedPerSecond: "expected", side: "side",
};

interface Typed {
  gpu: string | undefined;
  kind: Kind | undefined;
  texts: Record<NumberName, string>;
}

export { styles } from "./styles.js";

/** What the panel draws. */
export interface View {
  readonly kit: Kit<Tools>;
  readonly scene: Scene;
  readonly words: Words;
  readonly gpu: string;
  readonly card: GpuFacts | undefined;
  readonly kind: Kind;
}

interface Outcome {
  /** Of the last reading that could be used for this card and kind. */
  readonly found?: Verification | "unknown" | undefined;
  readonly reading?: Reading | undefined;
  readonly faults: Partial<Record<NumberName, string>>;
}

export function panel(kit: Kit<Tools>, update: () => void): Panel {
  const cards = kit.tools.gpus();
  const typed: Typed = { gpu: undefined, kind: undefined, texts: { measured: "", expected: "", side: "" } };
  const commands = commandList(kit, update);
  const compared = new Map<string, readonly Kind[]>();
  let last: { readonly gpu: string; readonly kind: Kind; readonly reading: Reading } | undefined;

  function draw(scene: Scene): TemplateResult {
    const { html, nothing } = kit;
    const gpu = typed.gpu ?? scene.comparison?.best?.gpuId ?? scene.catalog?.gpus[0] ?? "";
    const card = cards.find(({ id }) => id === gpu);
    const kinds = card === undefined ? [...precisions, "memory" as const] : kindsOf(gpu);
    const kind = typed.kind ?? kinds[0] ?? "memory";
    const view: View = { kit, scene, words: wordsOf(scene), gpu, card, kind };
    const outcome = verified(view);
    return html`
      <p class="muted">${view.words.intro}</p>
      ${cardSelect(view)} ${kindSelect(view, kinds.includes(kind) ? kinds : [kind, ...kinds])} ${number(view, outcome, "measured")}
      ${kind === "samples" ? number(view, outcome, "expected") : nothing}
      ${scene.mode === "expert" && isCompute(kind) ? number(view, outcome, "side") : nothing}
      ${outcome.found === undefined ? html`<p class="muted">${view.words.empty}</p>` : result(view, outcome.found)}
      ${commands(view)}
    `;
  }

  /** The formats that core can compare on a card, and what every card has. */
  function kindsOf(gpu: string): readonly Kind[] {
    let kinds = compared.get(gpu);
    if (kinds === undefined) {
      const isKnown = (precision: Precision) => kit.tools.verify({ gpu, reading: readingOf(precision, LEAST, undefined, undefined) }) !== undefined;
      kinds = [...precisions.filter(isKnown), "memory", "samples"];
      compared.set(gpu, kinds);
    }
    return kinds;
  }

  /** What core says about what was typed; about the last usable reading where that is wrong. */
  function verified(view: View): Outcome {
    const { gpu, kind } = view;
    const reading = typedReading(view);
    if ("faults" in reading) return { ...kept(view), faults: reading.faults };
    if (reading.value === undefined) return { faults: {} };
    try {
      const found = view.kit.tools.verify({ gpu, reading: reading.value }) ?? "unknown";
      last = { gpu, kind, reading: reading.value };
      return { found, reading: reading.value, faults: {} };
    } catch (error) {
      const { issues = [] } = error as { issues?: readonly Issue[] };
      return { ...kept(view), faults: faultsOf(view, issues) };
    }
  }

  function kept({ kit, gpu, kind }: View): Pick<Outcome, "found" | "reading"> {
    if (last === undefined || last.gpu !== gpu || last.kind !== kind) return {};
    try {
      return { found: kit.tools.verify({ gpu, reading: last.reading }) ?? "unknown", reading: last.reading };
    } catch {
      return {};
    }
  }

  function typedReading(view: View): { value: Reading | undefined } | { faults: Outcome["faults"] } {
    const { kit, words, kind } = view;
    const { texts } = typed;
    const [measured, expected] = [read(kit.parseNumber, texts.measured, kind), read(kit.parseNumber, texts.expected, "samples")];
    const side = read(kit.parseNumber, texts.side);
    const faults: Outcome["faults"] = {};
    const check = (name: NumberName, value: Read, example: string) => {
      if ("foreign" in value) {
        // The number before it was of something else: it is not kept.
        last = undefined;
        faults[name] = words.foreign(value.foreign, words.accepted[unitsOf(kind)]);
      } else if ("format" in value) {
        last = undefined;
        faults[name] = words.otherFormat(value.format, kind.toUpperCase());
      } else if ("number" in value ? value.number === 0 : value.problem === "number") {
        faults[name] = words.number(example);
      }
    };
    check("measured", measured, exampleOf(view));
    if (kind === "samples") check("expected", expected, "11");
    if (isCompute(kind)) check("side", side, "8192");
    if (Object.keys(faults).length > 0) return { faults };
    if (!("number" in measured)) return { value: undefined };
    if (kind !== "samples") return { value: readingOf(kind, measured.number, measured.unit, "number" in side ? side.number : undefined) };
    if (!("number" in expected)) return { value: undefined };
    return { value: { samples: { perSecond: measured.number, expectedPerSecond: expected.number } } };
  }

  /** Those of the price list first; a class of a guide is no card. */
  function cardSelect({ kit: { html, live }, scene, words, gpu }: View): TemplateResult {
    const offered = new Set(scene.catalog?.gpus);
    const group = (label: string, isOffered: boolean) => html`
      <optgroup label=${label}>
        ${cards.filter(({ id, confidence }) => offered.has(id) === isOffered && confidence !== "article").map(({ id, name }) => html`<option value=${id} .selected=${live(id === gpu)}>${words.device(name)}</option>`)}
      </optgroup>
    `;
    return html`
      <div class="field" part="field">
        <div class="label"><label for="verify-card">${words.card}</label></div>
        <div class="box">
          <select part="input" id="verify-card" name="verifyCard" @change=${(event: Event) => set({ gpu: valueOf(event) })}>
            ${group(words.offered, true)} ${group(words.notOffered, false)}
          </select>
        </div>
      </div>
    `;
  }

  function kindSelect({ kit: { html, live }, words, kind }: View, kinds: readonly Kind[]): TemplateResult {
    return html`
      <div class="field" part="field">
        <div class="label"><label for="verify-kind">${words.kind}</label></div>
        <div class="box">
          <select part="input" id="verify-kind" name="verifyKind" @change=${(event: Event) => set({ kind: valueOf(event) as Kind })}>
            ${kinds.map((each) => html`<option value=${each} .selected=${live(each === kind)}>${kindName(words, each)}</option>`)}
          </select>
        </div>
      </div>
    `;
  }

  function number(view: View, { faults, reading, found }: Outcome, name: NumberName): TemplateResult {
    const { kit: { html, live, nothing }, scene: { m, f }, words } = view;
    const unit = name === "side" ? words.sideUnit : unitOf(words, view.kind);
    const isCompared = name === "measured" && found !== undefined && found !== "unknown";
    const text = typed.texts[name];
    // What was typed in another unit is shown as it is compared.
    const isConverted = isCompared && faults[name] === undefined && reading !== undefined && !isUsual(reading);
    const echo = isConverted ? m.echo(isInBits(reading) ? words.bits(text.trim()) : text.trim(), figure(view, found, found.measured)) : nothing;
    const still = isCompared && faults[name] !== undefined ? m.stillUsing(f.count(found.measured)) : "";
    return html`
      <div class="field" part="field">
        <div class="label"><label for="verify-${name}">${words[name]}<span class="hidden"> (${unit})</span></label><span class="echo" id="verify-${name}-echo">${echo}</span></div>
        <div class="box">
          <input
            part="input" id="verify-${name}" name=${name} type="text" inputmode="decimal" autocomplete="off" spellcheck="false"
            .value=${live(text)} aria-invalid=${faults[name] === undefined ? nothing : "true"}
            aria-describedby="verify-${name}-echo verify-${name}-fault verify-verdict"
            @input=${(event: Event) => set({ texts: { ...typed.texts, [name]: valueOf(event) } })}
          /><span class="unit" aria-hidden="true">${unit}</span>
        </div>
        <p class="fault" id="verify-${name}-fault" ?hidden=${faults[name] === undefined}>${m.sentences([faults[name] ?? "", still])}</p>
      </div>
    `;
  }

  function set(change: Partial<Typed>): void {
    Object.assign(typed, change);
    update();
  }

  return draw;
}

function wordsOf({ locale }: Scene): Words {
  return locale === "zh-CN" ? zhCN : en;
}

function valueOf(event: Event): string {
  return (event.target as HTMLInputElement | HTMLSelectElement).value;
}

function isCompute(kind: Kind): kind is Precision {
  return kind !== "memory" && kind !== "samples";
}

function unitsOf(kind: Kind): "tflops" | "tops" | "gbPerSecond" | "perSecond" {
  if (kind === "memory") return "gbPerSecond";
  if (kind === "samples") return "perSecond";
  return kind === "int8" ? "tops" : "tflops";
}

export function kindName(words: Words, kind: Kind): string {
  return isCompute(kind) ? words.product(kind.toUpperCase(), unitOf(words, kind)) : words.kinds[kind];
}

function unitOf({ units }: Words, kind: Kind): string {
  return units[unitsOf(kind)];
}

function exampleOf({ kind, words }: View): string {
  const example = kind === "memory" ? "2800" : kind === "samples" ? "8" : "560";
  return `${example} ${unitOf(words, kind)}`;
}

/** What core refused, in the words of the visitor. */
function faultsOf(view: View, issues: readonly Issue[]): Outcome["faults"] {
  const { scene: { f, facts }, words } = view;
  const faults: Outcome["faults"] = {};
  for (const { path, code } of issues) {
    const last = path.split(".").at(-1) ?? "";
    const isSpeed = last === "value";
    const bound = facts?.bounds.get(isSpeed ? (view.kind === "memory" ? "gbPerSecond" : "tflops") : last);
    const [min, max] = [bound?.min, bound?.max].map((end) => f.digits(String(end)) + (isSpeed ? ` ${unitOf(words, view.kind)}` : ""));
    const range = bound === undefined ? words.number(exampleOf(view)) : words.range(min ?? "", max ?? "");
    faults[fieldOf[last] ?? "measured"] = code === "conflict" ? tooFast(view) : range;
  }
  return faults;
}

function tooFast({ card, scene: { f }, words, kind }: View): string {
  if (kind === "samples") return words.tooFastProgram;
  const peak = kind === "memory" ? card?.bandwidth : card?.flops[kind];
  const [scale, name] = [kind === "memory" ? 1e9 : 1e12, words.device(card?.name ?? "")];
  return peak === undefined ? words.tooFastUnstated(name) : words.tooFast(name, `${f.count(peak / scale)} ${unitOf(words, kind)}`);
}
