/**
 * The files that lie beside the element's bundle. The build writes this module (`files.mjs`), with every name in full, so that bundlers
 * of hosts find the files too.
 */
import type { Locale, Messages } from "./i18n/index.js";
import type { PanelModule, PanelName } from "./panels.js";

/** Imports a script. */
export type Script<Module> = () => Promise<Module>;

/** A wasm module. */
export interface WasmFile {
  readonly name: string;
  /** From a folder that the host names, else from beside the bundle. */
  readonly bytes: (folder?: string) => Promise<Response>;
}

/** The glue code of a wasm module, which knows where the module is. */
export type Glue<Module> = Script<Module & { readonly file: WasmFile }>;

/** The price snapshot by currency. */
export const catalogs: Readonly<Record<string, () => Promise<Response>>>;
/** The module of the first answer, whose glue is in the element's bundle. */
export const first: WasmFile;
export const tools: Glue<typeof import("./wasm/gpu-cost-tools.js")>;
export const visual: Glue<typeof import("./wasm/gpu-cost-visual.js")>;
/** By panel, its bundle and the glue code of the wasm module that it asks. */
export const panels: Readonly<Record<PanelName, readonly [bundle: Script<PanelModule>, glue: Glue<never>]>>;
export const sharing: Script<typeof import("./sharing/sharing.js")>;
export const more: Script<typeof import("./more/more.js")>;
export const words: Readonly<Record<Locale, Script<{ readonly messages: Messages }>>>;
