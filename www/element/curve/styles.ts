/** How the chart of cost against hours looks; colors are those of the element, and dashes say what they say. */
export const styles = `
  .details > section:has(> .curve[open]) { grid-column: 1 / -1; }
  .curves { display: block; inline-size: 100%; overflow: visible; touch-action: pan-y; }
  .curves > svg { overflow: hidden; }
  .curves text { font-size: 12px; fill: var(--muted); pointer-events: none; }
  .lane-back { fill: var(--sunk); stroke: var(--line); }
  .price { fill: none; stroke-width: 2; vector-effect: non-scaling-stroke; }
  .price-0 { stroke: var(--series-1); }
  .price-1 { stroke: var(--series-2); stroke-dasharray: 7 3; }
  .price-2 { stroke: var(--series-3); stroke-dasharray: 2 3; }
  .price-3 { stroke: var(--series-4); stroke-dasharray: 9 3 2 3; }
  .price-4, .price-5, .price-6, .price-7 { stroke: var(--edge); stroke-dasharray: 12 3; }
  .price-5 { stroke-dasharray: 1 5; }
  .price-6 { stroke-dasharray: 6 2 2 2 2 2; }
  .price-7 { stroke-dasharray: 12 6; }
  .price-best { stroke: var(--fg); stroke-width: 4; opacity: 0.35; }
  .mark { stroke: var(--muted); stroke-dasharray: 3 3; vector-effect: non-scaling-stroke; }
  .mark.you { stroke: var(--accent); stroke-dasharray: none; }
  .mark.here { stroke: var(--fg); stroke-dasharray: none; stroke-width: 2; }
  .curve-reading { padding: 0.375rem 0.625rem; border: 1px solid var(--line); border-radius: 4px; background: var(--sunk); font-size: 0.875rem; font-variant-numeric: tabular-nums; min-block-size: 3.75rem; }
  .curve-key { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; list-style: none; padding: 0; font-size: 0.875rem; }
  .curve-key li { display: flex; align-items: center; gap: 0.375rem; }
  .curve-key li > svg { flex: none; inline-size: 1.75rem; block-size: 0.875rem; }
  .scroll { overflow-x: auto; }
  .curve-table th, .curve-table td { padding: 0.1875rem 0.5rem 0.1875rem 0; border-block-end: 1px solid var(--line); }
  .curve-table thead th { color: var(--muted); font-size: 0.8125rem; }
  .curve-table td, .curve-table thead th:not(:first-child) { text-align: end; }
  @container (inline-size < 480px) { .minor { display: none; } .curve-table { font-size: 0.75rem; } .curve-table :is(th, td) { padding-inline-end: 0.25rem; } }
  @media (forced-colors: active) { .curves *, .curve-key * { forced-color-adjust: none; } }
`;
