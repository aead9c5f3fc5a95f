/** How it looks. */
export const styles = `
  .box > textarea { padding-block: 0.5rem; font: 0.8125rem/1.5 ui-monospace, monospace; }
  .file { justify-self: start; position: relative; }
  .file:focus-within { outline: 2px solid var(--accent); outline-offset: 2px; }
  .thin { block-size: 0.75rem; }
`;
