/** How the panel of a measured card looks. */
export const styles = `
  .measuring, .commands { min-inline-size: 0; }
  .verdict { --tone: var(--ok); display: grid; gap: 0.375rem; padding: 0.5rem 0.75rem; border-inline-start: 3px solid var(--tone); border-radius: 4px; background: color-mix(in srgb, var(--tone) 8%, var(--bg)); }
  .verdict.low { --tone: var(--bad); }
  .verdict:is(.check, .high, .unclear) { --tone: var(--warn); }
  .verdict strong { color: var(--tone); }
  .command { margin-block: 0.25rem; padding: 0.5rem; overflow-x: auto; background: var(--sunk); font-size: 0.75rem; text-autospace: no-autospace; }
`;
