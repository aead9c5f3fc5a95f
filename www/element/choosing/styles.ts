/** How choosing looks; colors are those of the element. What color says, a word says too. */
export const styles = `
  .details > section:has(> .choosing[open]) { grid-column: 1 / -1; }
  .details > :has(> .choosing) { align-self: start; }
  .choosing { min-inline-size: 0; font-size: inherit; }
  .choosing > summary { font-weight: 600; }
  .choosing > .step-body { gap: 1.5rem; }
  .choosing-part { display: grid; gap: 0.75rem; min-inline-size: 0; overflow-wrap: anywhere; }
  .choosing-part h4 { font-size: 1.0625rem; }
  .choosing-part :is(h5, h6) { margin: 0; font-size: 0.9375rem; line-height: 1.4; }
  .choosing-part h6 { font-size: 0.875rem; }
  .choosing-part ol { margin: 0; }
  .cases { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: 0.75rem; padding: 0; list-style: none; }
  .cases > li { display: grid; gap: 0.375rem; align-content: start; padding: 0.75rem; border: 1px solid var(--line); border-radius: calc(var(--radius) * 0.7); min-inline-size: 0; }
  .said { --tone: var(--muted); padding: 0.375rem 0.625rem; border-inline-start: 3px solid var(--tone); border-radius: 4px; background: color-mix(in srgb, var(--tone) 8%, var(--bg)); font-size: 0.875rem; }
  .said b { color: var(--tone); }
  .said.agrees { --tone: var(--ok); }
  .said.overruled { --tone: var(--warn); }
  .order { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
  .criterion { padding: 0.25rem 0.75rem; border: 1px solid var(--edge); border-radius: calc(var(--radius) * 0.7); font-weight: 600; }
  .platforms { display: grid; gap: 0; padding: 0; list-style: none; counter-reset: place; }
  .platforms > li { display: grid; gap: 0.125rem; padding-block: 0.625rem; border-block-start: 1px solid var(--line); counter-increment: place; min-inline-size: 0; }
  .platform-head { display: flex; flex-wrap: wrap; gap: 0 0.625rem; align-items: baseline; }
  .platform-head::before { content: counter(place); min-inline-size: 1.25rem; color: var(--accent); font-weight: 700; font-variant-numeric: tabular-nums; }
  .facts { display: grid; gap: 0.5rem; padding-block: 0.5rem; font-size: 0.875rem; }
  .facts dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(16rem, 100%), 1fr)); gap: 0.25rem 1rem; margin: 0; }
  .facts dl > div { display: flex; gap: 0.5rem; min-inline-size: 0; }
  .facts dl > .unstated { grid-column: 1 / -1; }
  .facts dt { flex: none; max-inline-size: 50%; color: var(--muted); }
  .facts dd { margin: 0; }
  .steps { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: 0.75rem 1.5rem; padding-inline-start: 1.25rem; }
  .steps > li::marker { color: var(--accent); font-weight: 700; }
  .steps ul { display: grid; gap: 0.25rem; padding: 0; margin-block-start: 0.25rem; list-style: none; }
`;

/** The printed checklist. */
export const paper = `
  body { font: 11pt/1.6 system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif; text-autospace: normal; }
  h1 { font-size: 16pt; }
  h2 { margin: 0; font-size: 12pt; }
  li { margin-block-end: 0.25rem; }
  ol > li { break-inside: avoid; margin-block-end: 0.75rem; }
  ul { padding: 0; list-style: none; }
`;
