/** What a host sets on the element, as attributes and as properties; what their values mean is in `attributes.ts`. */
import { LitElement } from "lit";
import type { PropertyValues } from "lit";
import { property } from "lit/decorators.js";
import { DEFAULT_PRESET, hidingRule } from "./attributes.js";
import { dress } from "./beside.js";
import { findWasm } from "./engine.js";
import type { Labels } from "./i18n/words.js";

export abstract class HostSettings extends LitElement {
  /** Address of a catalog, its JSON text, or (property only) the object; absent: the built-in prices. */
  @property() catalog: string | object | undefined;
  /** Which built-in prices, CNY or USD; absent: CNY with Chinese, else USD. A host's catalog has its own. */
  @property({ reflect: true }) currency: string | undefined;
  /** zh-CN or en; absent: the language of the page, else of the browser. */
  @property({ reflect: true }) locale: string | undefined;
  /** simple or expert. */
  @property({ reflect: true, useDefault: true }) mode = "simple";
  /** The job to begin with. */
  @property() preset: string = DEFAULT_PRESET;
  /** auto, light or dark. */
  @property({ reflect: true, useDefault: true }) theme = "auto";
  /** eager, or lazy: nothing is fetched until the element is near the viewport. */
  @property() loading = "eager";
  /** read: a link in the page's address counts; sync: and the address follows what is typed; off: neither. */
  @property({ attribute: "url-state" }) urlState = "read";
  /** The folder of the wasm modules; absent: that of the script. The first that is needed counts for all elements of a page. */
  @property({ attribute: "wasm-src" }) wasmSrc: string | undefined;
  /** Names of parts that are not shown. */
  @property() hide = "";
  /** Texts of the host's own, such as `{ en: { rentThis: "Order now" } }`; names are those of `i18n/`. */
  @property({ attribute: false }) labels: Labels = {};

  #hiding: CSSStyleSheet | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.wasmSrc !== undefined) findWasm(new URL(this.wasmSrc, this.baseURI).href);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("hide")) (this.#hiding ??= dress(this.renderRoot as ShadowRoot, "")).replaceSync(hidingRule(this.hide));
  }
}
