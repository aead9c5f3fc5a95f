/** Imports scripts that lie beside the element's bundle, and gives an element the styles that come with them. */
import type { Script } from "./files.js";

/** By script, the address that could not be loaded. */
const failures = new Map<Script<unknown>, string>();

/** Some browsers remember by its address, which their error names, that a script could not be loaded: it is tried again by another one. */
export async function beside<Module>(script: Script<Module>): Promise<Module> {
  const failed = failures.get(script);
  try {
    return failed === undefined ? await script() : ((await import(`${failed}#`)) as Module);
  } catch (error) {
    const [address] = /https?:\S+/.exec(String(error)) ?? [];
    if (address !== undefined) failures.set(script, address);
    throw error;
  }
}

export function dress(root: ShadowRoot, styles: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return sheet;
}
