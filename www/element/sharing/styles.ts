/** How the row of buttons looks, and how the answer is printed: one column, in black on white, without what only a screen needs. */
export const styles = `
  .share-row { display: flex; flex-wrap: wrap; gap: 0.5rem; }
  .share-row > button { flex: 0 1 auto; min-block-size: 2.25rem; }
  .sharing { display: grid; gap: 0.5rem; }
  .sharing textarea { padding: 0.5rem; font: 0.8125rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; resize: vertical; }
  @media print {
    :host { color-scheme: light !important; font-size: 10pt; }
    .header > .segments, .market, .chips, .sharing, .short-answer, .step > .step-body, [part~="button"], .segments, details.more:not([open]), .card:not(:has(> :not(details.more:not([open])))) { display: none !important; }
    .layout, .layout:not(.failed), .details { display: block !important; min-block-size: 0 !important; }
    .step[open] > summary .step-summary { display: inline !important; }
    .step > summary::after { display: none; }
    .card, .form { break-inside: avoid; margin-block-end: 0.75rem; }
    .segment, .swatch, .bar, .badge, .price { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    a[href]::after { content: " (" attr(href) ")"; overflow-wrap: anywhere; font-size: 0.75em; color: var(--muted); }
  }
`;
