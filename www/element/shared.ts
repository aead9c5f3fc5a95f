/** What `gpu-cost-specs.js` takes from `gpu-cost.js`, so that a page has one Lit and one wasm instance. `build.mjs` reads the names. */
export { css, html, LitElement, nothing } from "lit";
export { property } from "lit/decorators.js";
export { ifDefined } from "lit/directives/if-defined.js";
export { live } from "lit/directives/live.js";
export { Announcer } from "./announcer.js";
export { languageOf } from "./attributes.js";
export { loadTools } from "./engine.js";
export { Format } from "./format.js";
export { styles } from "./styles.js";
