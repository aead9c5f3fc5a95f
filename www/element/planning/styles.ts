/** How the plan over time looks; colors are those of the element. What color says, a pattern or a text says too. */
export const styles = `
  .details > section:has(> .planning[open]) { grid-column: 1 / -1; }
  .planning { min-inline-size: 0; font-size: inherit; }
  .planning > summary { font-weight: 600; }
  .planning .step-body { gap: 1rem; }
  .plan-fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 0.75rem; align-items: start; }
  .plan-group { display: grid; gap: 0.75rem; min-inline-size: 0; }
  .plan-group textarea { inline-size: 100%; min-block-size: 8rem; font: 0.8125rem/1.4 ui-monospace, monospace; padding: 0.5rem; border: 1px solid var(--edge); border-radius: calc(var(--radius) * 0.7); background: var(--bg); color: inherit; resize: vertical; }
  .plan-group textarea.over { outline: 2px dashed var(--accent); }
  .week { overflow-x: auto; }
  .week table { border-collapse: separate; border-spacing: 1px; inline-size: auto; }
  .week th { padding: 0 0.25rem; font-size: 0.75rem; white-space: nowrap; color: var(--muted); }
  .week td { padding: 0; }
  .week button { inline-size: 1.5rem; block-size: 1.5rem; padding: 0; border: 1px solid var(--line); border-radius: 3px; background: var(--bg); font-size: 0.75rem; cursor: pointer; }
  .week button[data-on] { background: var(--series-1); border-color: var(--series-1); color: var(--on-series); }
  .phase { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; }
  .phase .field { flex: 1 1 6rem; }
  .plan-total { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.75rem; }
  .plan-total strong { font-size: 1.75rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
  .proof { padding: 0.5rem 0.75rem; border-inline-start: 3px solid var(--ok); border-radius: 4px; background: color-mix(in srgb, var(--ok) 8%, var(--bg)); }
  .proof.open { border-color: var(--warn); background: color-mix(in srgb, var(--warn) 9%, var(--bg)); }
  .plan-group svg { display: block; inline-size: 100%; overflow: visible; }
  .plan-group svg svg { overflow: hidden; }
  .plan-group svg text { font-size: 12px; fill: var(--muted); }
  .onDemand { fill: var(--series-1); }
  .spot { fill: url(#plan-dots); }
  .term { fill: var(--series-3); }
  .trial { fill: url(#plan-grid); }
  .idle { fill: url(#plan-hatch); stroke: var(--edge); }
  .ink-4 { fill: var(--series-4); } .ink-2 { fill: var(--series-2); } .ink-line { stroke: var(--fg); stroke-width: 1.5; }
  .plan-key { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; list-style: none; padding: 0; font-size: 0.875rem; }
  .plan-key li { display: flex; align-items: center; gap: 0.375rem; }
  .plan-group .plan-key svg { flex: none; inline-size: 1.75rem; block-size: 0.875rem; }
  .plan-table th, .plan-table td { padding: 0.1875rem 0.5rem 0.1875rem 0; border-block-end: 1px solid var(--line); }
  .plan-table thead th { color: var(--muted); font-size: 0.8125rem; }
  .plan-table td, .plan-table thead th:not(:first-child) { text-align: end; }
  @container (inline-size < 480px) { .plan-table { font-size: 0.75rem; } .plan-table :is(th, td) { padding-inline-end: 0.25rem; } }
  progress { inline-size: 100%; accent-color: var(--accent); }
  @media (forced-colors: active) { .plan-group svg * { forced-color-adjust: none; } }
`;
