/** Links, exports and their buttons, as one chunk with its own words. What is exported is what is on screen; every figure is core's. */
import type { TemplateResult } from "lit";
import type { GpuCostCalculator } from "../calculator.js";
import type { Comparison } from "../engine.js";
import type { Kit, Sharing } from "../sharing.js";
import type { Scene } from "../view/scene.js";
import { withParameter } from "./address.js";
import { copyText, download } from "./deliver.js";
import { GpuCostExportEvent } from "./event.js";
import type { ExportFormat } from "./event.js";
import { en } from "./i18n/en.js";
import { zhCN } from "./i18n/zh-CN.js";
import type { Words } from "./i18n/zh-CN.js";
import { write } from "./link.js";
import type { LinkKit } from "./link.js";
import { opener } from "./opened.js";
import { picture } from "./picture.js";
import { csv, markdown } from "./table.js";

export { styles } from "./styles.js";

type Action = keyof Words["actions"];

/** What is drawn and written. */
export interface View {
  readonly kit: Kit;
  readonly scene: Scene;
  readonly words: Words;
}

const actions: readonly Action[] = ["link", "markdown", "csv", "json", "png", "print", "reset"];
/** Browsers refuse an address that changes more often than some times in a second. */
const PAUSE_MS = 400;

export function sharing(kit: Kit, root: ShadowRoot, update: () => void): Sharing {
  const element = root.host as GpuCostCalculator;
  /** What was done with the answer on screen. */
  let done: { readonly comparison: Comparison | undefined; readonly sentence: string; readonly byHand?: string } | undefined;
  let first: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const view = (scene: Scene): View => ({ kit, scene, words: scene.locale === "zh-CN" ? zhCN : en });
  const hasLink = () => element.urlState !== "off";
  const links = opener(kit, element);

  function addressOf({ f, currency, mode, inputs }: Scene): string {
    const withEntry: LinkKit = { ...kit, entry: (value) => f.entry(value, "parameters") };
    return hasLink() ? withParameter(location.href, write(withEntry, { mode, currency, inputs })) : "";
  }

  async function made(scene: Scene, format: ExportFormat): Promise<Blob> {
    const { comparison } = scene;
    if (comparison === undefined) throw new Error("there is no answer yet");
    const text = (content: string, type: string) => new Blob([content], { type: `${type};charset=utf-8` });
    switch (format) {
      case "link":
        return text(addressOf(scene), "text/plain");
      case "markdown":
        return text(markdown(view(scene), comparison, addressOf(scene)), "text/markdown");
      case "csv":
        return text(csv(view(scene), comparison), "text/csv");
      case "json":
        return text(json(scene, comparison), "application/json");
      case "png":
        return picture(view(scene), comparison, root);
    }
  }

  /** Inputs and result as hosts know them, the plans in the order of the screen. */
  function json(scene: Scene, comparison: Comparison): string {
    const { mode, inputs, order, catalog, locale } = scene;
    const result = { ...comparison, runnerUps: kit.sorted(comparison.runnerUps, order) };
    return `${JSON.stringify({ schema: "gpu-cost-export/1", address: addressOf(scene), locale, mode, catalog, inputs, result }, null, 2)}\n`;
  }

  async function act(scene: Scene, action: Action): Promise<void> {
    if (action === "print") return print();
    if (action === "reset") return element.reset();
    const { words } = view(scene);
    const content = await made(scene, action).catch(() => undefined);
    if (content === undefined) return say(scene, words.failed);
    if (!element.dispatchEvent(new GpuCostExportEvent(action, content))) return;
    if (action === "link" || action === "markdown") return copy(scene, action, await content.text());
    const file = `${words.file}-${kit.today()}.${action}`;
    download(content, file);
    say(scene, words.saved(file));
  }

  async function copy(scene: Scene, action: "link" | "markdown", text: string): Promise<void> {
    const { words } = view(scene);
    if (action === "link") setAddress(text);
    if (await copyText(text)) return say(scene, words.copied[action]);
    say(scene, words.byHand, text);
    await element.updateComplete;
    root.querySelector<HTMLTextAreaElement>("#by-hand")?.select();
  }

  function say({ comparison, actions }: Scene, sentence: string, byHand?: string): void {
    done = { comparison, sentence, ...(byHand === undefined ? {} : { byHand }) };
    actions.say(sentence);
    update();
  }

  function button(scene: Scene, action: Action): TemplateResult {
    const { actions: names, downloads } = view(scene).words;
    const title = action in downloads ? downloads[action as keyof typeof downloads] : kit.nothing;
    return kit.html`<button type="button" part="button" class="secondary small" name=${action} title=${title} @click=${() => void act(scene, action)}>${names[action]}</button>`;
  }

  function row(scene: Scene): TemplateResult {
    const { html, nothing } = kit;
    const { words } = view(scene);
    const shown = actions.filter((action) => action !== "link" || hasLink());
    const { sentence = "", byHand = undefined } = done?.comparison === scene.comparison ? (done ?? {}) : {};
    const note = links.note(view(scene));
    return html`
      ${note === "" ? nothing : html`<p class="note">${note}</p>`}
      <div class="share-row" role="group" aria-label=${words.row}>${shown.map((action) => button(scene, action))}</div>
      ${byHand === undefined
        ? html`<p class="muted shared" ?hidden=${sentence === ""}>${sentence}</p>`
        : html`<div class="field"><label for="by-hand">${sentence}</label><div class="box"><textarea part="input" id="by-hand" readonly rows="4" spellcheck="false" .value=${byHand}></textarea></div></div>`}
    `;
  }

  /** From the first change on. */
  function follow(scene: Scene): void {
    if (element.urlState !== "sync" || scene.comparison === undefined || scene.refusals.length > 0) return;
    const address = addressOf(scene);
    first ??= address;
    clearTimeout(timer);
    if (address !== first) timer = setTimeout(() => (setAddress(address), (first = "")), PAUSE_MS);
  }

  return { link: links.open, follow, row, export: made };
}

/** Some frames may not change their address. */
function setAddress(address: string): void {
  try {
    if (address !== location.href) history.replaceState(history.state, "", address);
  } catch {
    // The link is copied all the same.
  }
}
