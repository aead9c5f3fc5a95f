/** How the panel of bills looks; colors are those of the element. What color says, a pattern or a text says too. */
export const styles = `
  .details > section:has(> .bills[open]) { grid-column: 1 / -1; }
  .bills { min-inline-size: 0; font-size: inherit; }
  .bills > summary { font-weight: 600; }
  .bills .step-body { gap: 1rem; }
  .bill-group { display: grid; gap: 0.75rem; min-inline-size: 0; grid-template-columns: minmax(0, 1fr); }
  .bill-fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 0.75rem; align-items: start; }
  .bill-fields > .field:has(select, [type="datetime-local"]) { grid-column: span 2; }
  .bill-run { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: end; }
  .bill-run .field { flex: 1 1 14.5rem; }
  .bill-total { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.75rem; }
  .bill-total strong { font-size: 1.75rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
  .bill-actions { display: flex; flex-wrap: wrap; gap: 0.5rem; }
  .bill-group .proof { padding: 0.5rem 0.75rem; border-inline-start: 3px solid var(--ok); border-radius: 4px; background: color-mix(in srgb, var(--ok) 8%, var(--bg)); }
  .bill-group textarea { inline-size: 100%; font: 0.8125rem/1.4 ui-monospace, monospace; padding: 0.5rem; border: 1px solid var(--edge); border-radius: calc(var(--radius) * 0.7); background: var(--bg); color: inherit; resize: vertical; }
  .bill-group svg { display: block; inline-size: 100%; overflow: visible; }
  .bill-group svg text { font-size: 12px; fill: var(--muted); }
  .bill-group .lane-back { fill: var(--bg); stroke: var(--line); }
  .bill-group .lines { max-inline-size: 40rem; }
  .band-running { fill: var(--series-1); }
  .band-left { fill: url(#bill-left); stroke: var(--series-4); }
  .band-left-plain { fill: var(--series-3); }
  .band-prepaid { fill: color-mix(in srgb, var(--series-3) 45%, var(--bg)); stroke: var(--series-3); }
  .band-billed { fill: url(#bill-hatch); stroke: var(--bad); }
  .band-unknown { fill: url(#bill-dots); stroke: var(--edge); }
  .band-free { fill: var(--sunk); stroke: var(--line); }
  .bill-group .ink-bad { stroke: var(--bad); stroke-width: 3; }
  .bill-group .ink-4 { fill: var(--series-4); }
  .bill-group .ink-dot { fill: var(--edge); }
  .bill-group .ink-line { stroke: var(--fg); stroke-width: 1.5; }
  .bill-group .mark { stroke: var(--fg); stroke-width: 2; }
  .bill-group .mark.you { stroke: var(--accent); stroke-width: 3; }
  .bill-group .plan-key { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; list-style: none; padding: 0; font-size: 0.875rem; }
  .bill-group .plan-key li { display: flex; align-items: center; gap: 0.375rem; }
  .bill-group .plan-key svg { flex: none; inline-size: 1.75rem; block-size: 0.875rem; }
  .bill-group .plan-table { max-inline-size: 40rem; }
  .bill-group .plan-table th, .bill-group .plan-table td { padding: 0.1875rem 0.5rem 0.1875rem 0; border-block-end: 1px solid var(--line); }
  .bill-group .plan-table thead th { color: var(--muted); font-size: 0.8125rem; }
  .bill-group .plan-table td, .bill-group .plan-table thead th:not(:first-child) { text-align: end; }
  @media (forced-colors: active) { .bill-group svg * { forced-color-adjust: none; } }
`;
