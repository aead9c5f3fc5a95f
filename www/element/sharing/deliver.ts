/** Brings what was made to the visitor. */

/** Long enough for any browser to have begun. */
const KEPT_MS = 60_000;

/** Whether the browser allowed it. */
export function copyText(text: string): Promise<boolean> {
  // Without `navigator.clipboard`, as on a page without TLS, this throws.
  return new Promise<void>((resolve) => resolve(navigator.clipboard.writeText(text))).then(() => true, () => false);
}

export function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
