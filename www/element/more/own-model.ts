/**
 * A model of one's own: its `config.json` goes in by paste, drop or file dialog; what was read, or all that is wrong, comes out.
 *
 * The reader is core's. What it cannot read is named, and may be estimated by size instead.
 */
import type { TemplateResult } from "lit";
import type { ConfigFacts, Issue } from "../engine.js";
import type { View } from "./more.js";

/** Far above any configuration, far below what would stop a page. */
const MAX_BYTES = 1_000_000;
const SHOWN_ISSUES = 20;
/** A whole architecture, by one name. */
const architectures: readonly string[] = ["model_type", "_class_name"];

type Outcome =
  | { readonly facts: ConfigFacts }
  | { readonly issues: readonly Issue[] }
  | { readonly tooLarge: number }
  | "unreadable" | "notLoaded" | undefined;

export function ownModelPanel(update: () => void): (view: View) => TemplateResult {
  let text = "";
  let outcome: Outcome;
  /** Of the last text; what is slower and older is dropped. */
  let turn = 0;

  function draw(view: View): TemplateResult {
    const { kit: { html, live, nothing }, words } = view;
    const isFaulty = outcome !== undefined && (typeof outcome === "string" || !("facts" in outcome));
    return html`
      <div class="field" part="field" @dragover=${(event: DragEvent) => event.preventDefault()} @drop=${(event: DragEvent) => drop(view, event)}>
        <div class="label"><label for="config">${words.paste}</label></div>
        <div class="box">
          <textarea
            part="input" id="config" name="config" rows="5" autocomplete="off" spellcheck="false" .value=${live(text)}
            aria-invalid=${isFaulty ? "true" : nothing} aria-describedby="config-hint config-outcome"
            @input=${(event: Event) => void readText(view, (event.target as HTMLTextAreaElement).value)}
          ></textarea>
        </div>
        <p class="muted" id="config-hint">${words.typical}</p>
        <label class="secondary small file">
          ${words.chooseFile}
          <input type="file" name="configFile" class="hidden" accept=".json,application/json" @change=${(event: Event) => choose(view, event.target as HTMLInputElement)} />
        </label>
      </div>
      <div id="config-outcome" role="group" aria-label=${words.model}>${shown(view)}</div>
    `;
  }

  function choose(view: View, input: HTMLInputElement): void {
    void readFile(view, input.files?.[0]);
    input.value = ""; // the same file again is a change
  }

  /** A text that is dragged here is pasted as usual. */
  function drop(view: View, event: DragEvent): void {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void readFile(view, files.find(({ name }) => name === "config.json") ?? files[0]);
  }

  async function readFile(view: View, file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const mine = ++turn;
    if (file.size > MAX_BYTES) return show({ tooLarge: file.size });
    const content = await file.text().catch(() => undefined);
    if (mine !== turn) return;
    if (content === undefined) return show("unreadable");
    await readText(view, content);
  }

  async function readText(view: View, typed: string): Promise<void> {
    const mine = ++turn;
    text = typed.length > MAX_BYTES ? "" : typed;
    if (typed.trim() === "") return show(undefined);
    if (typed.length > MAX_BYTES) return show({ tooLarge: typed.length });
    const tools = await view.kit.loadTools().catch(() => undefined);
    if (mine !== turn) return;
    if (tools === undefined) return show("notLoaded");
    try {
      const facts = tools.readModelConfig(typed);
      show({ facts });
      use(view, facts);
    } catch (error) {
      const { issues } = error as { issues?: readonly Issue[] };
      if (issues === undefined) throw error;
      show({ issues });
    }
  }

  function show(found: Outcome): void {
    outcome = found;
    update();
  }

  function shown(view: View): TemplateResult | string {
    const { kit: { html }, scene: { m, f }, words } = view;
    if (outcome === undefined) return "";
    if (outcome === "unreadable") return html`<p class="fault">${words.unreadable}</p>`;
    if (outcome === "notLoaded") {
      return html`<p class="note">${m.notLoaded} <button type="button" part="button" class="link" @click=${() => void readText(view, text)}>${m.retry}</button></p>`;
    }
    if ("tooLarge" in outcome) return html`<p class="fault">${words.tooLarge(f.megabytes(outcome.tooLarge))}</p>`;
    return "facts" in outcome ? read(view, outcome.facts) : faults(view, outcome.issues);
  }

  return draw;
}

function use({ scene: { actions } }: View, { code }: ConfigFacts): void {
  if (code !== undefined) actions.take({ modelChoice: "config", modelCode: code });
}

function read(view: View, facts: ConfigFacts): TemplateResult {
  const { kit: { html, nothing }, scene: { f, inputs }, words } = view;
  const { family, parameters, activeParameters, maxContext, code, tower } = facts;
  const [all, active] = [f.parameters(parameters), f.parameters(activeParameters)];
  const isInUse = inputs.modelChoice === "config" && inputs.modelCode === code;
  const button = html`<button type="button" part="button" class="secondary small" @click=${() => use(view, facts)}>${words.use}</button>`;
  return html`
    <p><b>${words.read(family)}</b></p>
    <ul>
      <li>${parameters === activeParameters ? words.parameters(all) : words.active(all, active)}</li>
      ${maxContext === undefined ? nothing : html`<li>${words.context(f.count(maxContext))}</li>`}
      ${tower === "counted" ? html`<li>${words.counted}</li>` : nothing}
    </ul>
    ${tower === "notCounted" ? html`<p class="note">${words.notCounted}</p>` : nothing}
    ${code === undefined ? html`<p class="note">${words.visualOnly}</p>` : isInUse ? html`<p class="muted">${words.inUse}</p>` : button}
  `;
}

function faults(view: View, issues: readonly Issue[]): TemplateResult {
  const { kit: { html, nothing }, scene: { f }, words } = view;
  const unknown = issues.find(({ code, path }) => code === "unknown-name" && architectures.includes(path.split(".").at(-1) ?? ""));
  if (unknown !== undefined && issues.length === 1) return bySize(view, unknown);
  const folded = issues.length - SHOWN_ISSUES;
  return html`
    <p class="fault">${words.faults(f.count(issues.length))}</p>
    <ul class="faults">
      ${issues.slice(0, SHOWN_ISSUES).map((issue) => html`<li>${fault(view, issue)}</li>`)} ${folded > 0 ? html`<li>${words.others(f.count(folded))}</li>` : nothing}
    </ul>
    ${unknown === undefined ? nothing : bySize(view, unknown)}
  `;
}

function fault({ kit: { html }, words }: View, { path, code, line, expected, got }: Issue): TemplateResult {
  return html`<b>${words.place(path, String(line ?? 1))}</b> ${words.problems[code] ?? code}<span class="muted"> ${words.expected(short(expected), got)}</span>`;
}

/** Lists of all known names are long. */
function short(expected: string): string {
  return expected.length > 80 ? `${expected.slice(0, 80)}…` : expected;
}

function bySize(view: View, { got, path }: Issue): TemplateResult {
  const { kit: { html }, scene: { actions }, words } = view;
  const take = (event: Event) => {
    actions.take({ modelChoice: "bySize" });
    const root = (event.currentTarget as HTMLElement).getRootNode() as ShadowRoot;
    // The field is there after the next update.
    setTimeout(() => root.querySelector<HTMLElement>("#parameters")?.focus());
  };
  return html`
    <p class="fault">${words.unknown(got ?? path)}</p>
    <p>${words.estimate} <button type="button" part="button" class="secondary small" @click=${take}>${words.bySize}</button></p>
  `;
}
