/** Imports scripts that lie beside the element's bundle, and gives an element the styles that come with them. */

const failures = new Map<string, number>();

/** Some browsers remember by its address that a script could not be loaded: it is tried again by another one. */
export async function beside<Module>(name: string): Promise<Module> {
  const failed = failures.get(name) ?? 0;
  try {
    return (await import(new URL(failed === 0 ? name : `${name}#${failed}`, import.meta.url).href)) as Module;
  } catch (error) {
    failures.set(name, failed + 1);
    throw error;
  }
}

export function dress(root: ShadowRoot, styles: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return sheet;
}
