/**
 * How the element looks. Every color, the font, radius and gap can be set by the host through `--gpu-cost-*`.
 *
 * Colors hold AA contrast on the background in both themes; what color says, a label or a pattern says too.
 */
import { css } from "lit";

const theme = css`
  :host {
    color-scheme: light dark;
    --accent: var(--gpu-cost-accent, light-dark(#0b5cc4, #84b6ff));
    --on-accent: light-dark(#fff, #0c1420);
    --bg: var(--gpu-cost-bg, light-dark(#fff, #15181d));
    --fg: var(--gpu-cost-fg, light-dark(#1a1f27, #e8ebef));
    --muted: var(--gpu-cost-muted, light-dark(#566070, #a6b0bd));
    --line: var(--gpu-cost-line, light-dark(#dde2e8, #333b46));
    --edge: light-dark(#7d8794, #77828f);
    --sunk: color-mix(in srgb, var(--fg) 4%, var(--bg));
    --tint: color-mix(in srgb, var(--accent) 7%, var(--bg));
    --ok: var(--gpu-cost-ok, light-dark(#12693a, #74d69a));
    --warn: var(--gpu-cost-warn, light-dark(#7f5200, #f1c061));
    --bad: var(--gpu-cost-bad, light-dark(#ab1f1b, #ff9d94));
    --series-1: var(--gpu-cost-series-1, light-dark(#2a62bb, #8fbaff));
    --series-2: var(--gpu-cost-series-2, light-dark(#6553bd, #bbb0f7));
    --series-3: var(--gpu-cost-series-3, light-dark(#1b7468, #80d4c5));
    --series-4: var(--gpu-cost-series-4, light-dark(#8d5d07, #e9bf6d));
    --on-series: light-dark(#fff, #10141a);
    --radius: var(--gpu-cost-radius, 10px);
    --gap: var(--gpu-cost-gap, 1rem);
    display: block;
    container-type: inline-size;
    color: var(--fg);
    background: var(--bg);
    font: 0.9375rem/1.5 var(--gpu-cost-font, system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif);
    text-align: start;
  }
  :host([theme="light"]) { color-scheme: light; }
  :host([theme="dark"]) { color-scheme: dark; }
  :host([hidden]), [hidden] { display: none !important; }
  :lang(zh) { line-height: 1.6; text-autospace: normal; }
`;

const basics = css`
  *, ::before, ::after { box-sizing: border-box; }
  .answer-card, [part="options"] { overflow-wrap: anywhere; }
  .where, .plan-name, [part="option"] { unicode-bidi: isolate; }
  h2, h3, h4, p, ul, fieldset, table { margin: 0; padding: 0; border: 0; }
  h2 { font-size: 1.25rem; line-height: 1.3; }
  h3 { font-size: 1rem; line-height: 1.4; }
  h4 { font-size: 0.875rem; }
  ul { padding-inline-start: 1.1rem; }
  a { display: inline-block; color: var(--accent); }
  small { color: var(--muted); }
  fieldset { min-inline-size: 0; }
  input, select, textarea, button { font: inherit; color: inherit; }
  input, select, button, summary, a { scroll-margin-block: 1rem 4.5rem; }
  :focus-visible, label:has(> input[type="radio"]:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
  summary { cursor: pointer; min-block-size: 1.75rem; }
  table { border-collapse: collapse; inline-size: 100%; }
  th { text-align: start; font-weight: inherit; vertical-align: top; }
  td { text-align: end; vertical-align: top; font-variant-numeric: tabular-nums; }
  caption { text-align: start; }
  .hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .muted, .hint, .saving, .step-summary, .option-facts, .option-why, .where { color: var(--muted); font-size: 0.875rem; }
  .card { border: 1px solid var(--line); border-radius: var(--radius); padding: 1rem 1.125rem; display: grid; gap: 0.625rem; align-content: start; min-inline-size: 0; }
  .note, .warning { border-inline-start: 3px solid var(--warn); background: color-mix(in srgb, var(--warn) 9%, var(--bg)); padding: 0.375rem 0.625rem; border-radius: 4px; font-size: 0.875rem; }
  .primary, .secondary, .link, .chip {
    display: inline-flex; align-items: center; justify-content: center; min-block-size: 2.5rem; padding: 0.25rem 1rem;
    border: 1px solid var(--edge); border-radius: calc(var(--radius) * 0.7); background: var(--bg); text-decoration: none; cursor: pointer;
  }
  .primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
  .secondary { color: var(--accent); }
  .small { min-block-size: 2rem; padding: 0.125rem 0.75rem; font-size: 0.875rem; }
  .link { min-block-size: 1.5rem; padding: 0; border: 0; background: none; color: var(--accent); text-decoration: underline; }
  @media (hover: hover) {
    .primary:hover { background: color-mix(in srgb, var(--accent) 88%, var(--fg)); }
    .secondary:hover, .chip:hover, .segments button:hover { background: var(--tint); }
  }
`;

const layout = css`
  .root { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--gap); }
  .header { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.75rem; }
  .header h2 { flex: 1; }
  .as-of { color: var(--muted); font-size: 0.875rem; min-block-size: 1lh; }
  .market { max-inline-size: 100%; min-block-size: 2rem; padding: 0 0.5rem; border: 1px solid var(--edge); border-radius: calc(var(--radius) * 0.7); background: var(--bg); font-size: 0.875rem; }
  @container (inline-size < 760px) {
    .header h2 { flex: 1 0 auto; }
    .header > .market { flex: 1 1 8rem; min-inline-size: 0; }
    .as-of { flex-basis: 100%; margin-block-start: -0.25rem; }
    .options > li, .levers li { grid-template-columns: minmax(0, 1fr) auto; }
    .option-facts, .option-why { grid-column: 1 / -1; text-align: start; }
    .levers li > :first-child { grid-column: 1 / -1; }
    .levers button { grid-column: 2; }
  }
  .layout { display: grid; gap: var(--gap); align-items: start; grid-template-columns: minmax(0, 1fr); }
  .details > :has(> .planning) { align-self: start; }
  .details { display: grid; gap: var(--gap); grid-template-columns: minmax(0, 1fr); }
  /* Room for the result, so that nothing that is in sight moves when it comes. */
  .layout:has(> [aria-busy="true"]) { min-block-size: 70rem; }
  .answer[aria-busy="true"] { min-block-size: 48rem; }
  .short-answer {
    position: sticky; inset-block-end: 0; display: flex; gap: 0.75rem; align-items: baseline; white-space: nowrap; inline-size: 100%; padding: 0.625rem 1rem; text-align: start;
    border: 1px solid var(--line); border-block-start: 2px solid var(--accent); background: var(--bg);
  }
  .short-answer span { overflow: hidden; text-overflow: ellipsis; font-size: 0.875rem; }
  .short-answer b { font-size: 1.125rem; font-variant-numeric: tabular-nums; }
  @media (max-height: 479px) { .short-answer { position: static; } }
  @container (inline-size >= 760px) {
    .levers li { grid-template-columns: minmax(0, 1fr) auto auto; }
    .levers button { grid-column: 3; }
    .options > li { grid-template-columns: minmax(0, 1fr) auto; }
    .option-why { text-align: end; }
    .only-narrow { display: none !important; }
    .layout:not(.failed) { grid-template-columns: minmax(17.5rem, 3fr) minmax(0, 7fr); grid-template-rows: auto 1fr; }
    .layout:not(.failed) > .answer { grid-area: 1 / 2; }
    .layout > .form { grid-area: 1 / 1 / span 2; }
    .layout > .details { grid-area: 2 / 2; }
  }
  @container (inline-size >= 1000px) {
    .details { grid-template-columns: repeat(2, minmax(0, 1fr)); }
    .details > [part="options"], .details > .assumptions, .details > :nth-last-child(2):is(:first-child, :nth-child(even)) { grid-column: 1 / -1; }
  }
`;

const form = css`
  .form { display: grid; border: 1px solid var(--line); border-radius: var(--radius); counter-reset: step; min-inline-size: 0; }
  .step { counter-increment: step; padding: 0.75rem 1.125rem; border-block-start: 1px solid var(--line); }
  .step:first-child { border-block-start: 0; }
  .step > summary { position: relative; padding-inline-end: 1.5rem; display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.5rem; list-style: none; }
  .step > summary::-webkit-details-marker { display: none; }
  .step > summary::before {
    content: counter(step); display: inline-grid; place-items: center; inline-size: 1.5rem; block-size: 1.5rem; border-radius: 50%;
    background: color-mix(in srgb, var(--accent) 12%, var(--bg)); color: var(--accent); font-size: 0.8125rem; font-weight: 700;
  }
  .step > summary::after { content: ""; position: absolute; inset-block-start: 0.5rem; inset-inline-end: 0.25rem; inline-size: 0.45rem; block-size: 0.45rem; border: solid var(--muted); border-width: 0 2px 2px 0; rotate: -45deg; }
  .step[open] > summary::after { rotate: 45deg; }
  .step-title { font-weight: 600; }
  .step-body { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.75rem; align-items: start; padding-block: 0.625rem 0.375rem; }
  @container (inline-size >= 760px) { .step[open] .step-summary { display: none; } }
  .step-body > * { grid-column: 1 / -1; }
  .step-body > .short { grid-column: auto; }
  .field { display: grid; gap: 0.1875rem; min-inline-size: 0; }
  .label { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 0.75rem; font-size: 0.875rem; }
  .echo { color: var(--muted); font-size: 0.8125rem; font-variant-numeric: tabular-nums; }
  .row { display: flex; flex-wrap: wrap; gap: 0.5rem; }
  .row > .box { flex: 1 1 8rem; }
  .box { display: flex; align-items: center; min-block-size: 2.5rem; border: 1px solid var(--edge); border-radius: calc(var(--radius) * 0.7); background: var(--bg); min-inline-size: 0; }
  .box:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
  .box > :is(input, select, textarea) { flex: 1; inline-size: 100%; min-inline-size: 0; min-block-size: 2.375rem; padding: 0 0.625rem; border: 0; border-radius: inherit; background: transparent; }
  .box > :focus-visible { outline: none; }
  .box > select { background: var(--bg); }
  .unit { flex: none; padding-inline-end: 0.625rem; color: var(--muted); font-size: 0.875rem; }
  .box:has([aria-invalid]) { border-color: var(--bad); box-shadow: 0 0 0 1px var(--bad); }
  .fault { color: var(--bad); font-size: 0.875rem; }
  .switch { display: flex; gap: 0.5rem; align-items: start; min-block-size: 1.75rem; cursor: pointer; }
  .switch input { flex: none; inline-size: 1.25rem; block-size: 1.25rem; margin-block: 0.125rem; accent-color: var(--accent); }
  .hint { padding-inline-start: 1.75rem; }
  .tiles { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 0.5rem; }
  .tile, .segments > label, .segments > button { position: relative; display: grid; place-items: center; text-align: center; cursor: pointer; }
  .tile { min-block-size: 2.75rem; padding: 0.25rem; border: 1px solid var(--edge); border-radius: calc(var(--radius) * 0.7); }
  .tile input, .segments input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
  .tile:has(:checked) { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); background: var(--tint); font-weight: 600; }
  .chips { display: flex; flex-wrap: wrap; align-items: center; gap: 0.375rem; font-size: 0.8125rem; color: var(--muted); }
  .chip { min-block-size: 1.75rem; padding: 0.0625rem 0.625rem; border-radius: 1rem; border-color: var(--line); color: var(--fg); }
  .segments { display: inline-flex; max-inline-size: 100%; border: 1px solid var(--edge); border-radius: calc(var(--radius) * 0.7); overflow: clip; justify-self: start; }
  .segments > label, .segments > button { min-block-size: 2rem; padding: 0.125rem 0.75rem; border: 0; background: none; font-size: 0.875rem; }
  .row > .segments > label { min-block-size: 2.375rem; }
  .segments > * + * { border-inline-start: 1px solid var(--line); }
  .segments > legend + label { border-inline-start: 0; }
  .segments > label:has(:checked), .segments > [aria-pressed="true"] { background: color-mix(in srgb, var(--accent) 14%, var(--bg)); color: var(--accent); font-weight: 600; }
  .segments :focus-visible, .segments > label:has(:focus-visible) { outline-offset: -3px; }
  .checks ul { font-size: 0.875rem; color: var(--muted); }
`;

const results = css`
  .answer-card { border-color: color-mix(in srgb, var(--accent) 40%, var(--line)); background: color-mix(in srgb, var(--accent) 4%, var(--bg)); }
  .eyebrow, .section-head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 0.75rem; }
  .eyebrow h3 { color: var(--accent); font-size: 0.875rem; }
  .badge { padding: 0.0625rem 0.625rem; border-radius: 1rem; font-size: 0.875rem; font-weight: 600; }
  .badge.ok { color: var(--ok); background: color-mix(in srgb, var(--ok) 12%, var(--bg)); }
  .badge.bad { color: var(--bad); background: color-mix(in srgb, var(--bad) 12%, var(--bg)); }
  .badge::before { content: "✓ "; }
  .badge.bad::before { content: "! "; }
  .plan-name { font-size: clamp(1.125rem, 2.5cqi, 1.25rem); text-wrap: pretty; font-weight: 600; line-height: 1.35; }
  .where { margin-block-start: -0.5rem; }
  .total { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.625rem; color: var(--muted); }
  .total strong { color: var(--fg); font-size: clamp(2rem, 7cqi, 2.75rem); line-height: 1.15; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
  .total .whole { flex-basis: 100%; }
  .reasons { display: grid; gap: 0.25rem; }
  .actions { display: flex; flex-wrap: wrap; gap: 0.625rem; align-items: center; }
  .actions:not(:has(:not(.only-narrow))) { display: contents; }
  .levers { border-block-start: 1px solid var(--line); padding-block-start: 0.75rem; display: grid; gap: 0.375rem; }
  .levers ul, .options, .key { list-style: none; padding: 0; }
  .levers li { display: grid; align-items: center; gap: 0.25rem 0.75rem; padding-block: 0.25rem; }
  .saves { color: var(--ok); font-weight: 600; white-space: nowrap; }
  .options > li { display: grid; gap: 0.0625rem 1rem; padding-block: 0.5rem; border-block-start: 1px solid var(--line); }
  .option-total { font-weight: 600; font-variant-numeric: tabular-nums; text-align: end; }
  .bar { position: relative; display: flex; block-size: 2.5rem; border: 1px solid var(--edge); border-radius: 6px; overflow: hidden; background: var(--sunk); }
  .segment { flex: none; inline-size: calc(var(--bytes) / var(--of) * 100%); display: grid; place-items: center; container-type: inline-size; border-inline-end: 1px solid var(--bg); color: var(--on-series); font-size: 0.75rem; overflow: hidden; white-space: nowrap; }
  @container (inline-size < 4.75rem) { .segment > span { display: none; } }
  .usable { position: absolute; inset-block: 0; inset-inline-start: calc(var(--bytes) / var(--of) * 100%); border-inline-start: 2px dashed var(--fg); }
  .weights { background: var(--series-1); }
  .optimizer { background: var(--series-2); }
  .gradients, .overhead { --stripe: color-mix(in srgb, var(--plain) 78%, var(--fg)); background: repeating-linear-gradient(45deg, var(--plain) 0 5px, var(--stripe) 5px 10px); }
  .gradients { --plain: var(--series-2); }
  .overhead { --plain: light-dark(#5d6672, #aab3be); }
  .activations, .data { background: var(--series-3); }
  .kvCache { background: radial-gradient(circle at 3px 3px, color-mix(in srgb, var(--series-4) 70%, var(--fg)) 1.5px, transparent 2px) 0 0 / 7px 7px var(--series-4); }
  .key { display: flex; flex-wrap: wrap; gap: 0.125rem 1rem; font-size: 0.875rem; }
  .key li { display: flex; align-items: center; gap: 0.375rem; }
  .swatch { inline-size: 0.875rem; block-size: 0.875rem; border-radius: 3px; }
  .more { font-size: 0.875rem; }
  .more > summary { color: var(--accent); }
  .more th, .more td { padding-block: 0.1875rem; border-block-end: 1px solid var(--line); }
  .lines th, .lines > * > tr > td { padding-block: 0.375rem; border-block-end: 1px solid var(--line); }
  .lines caption { padding-block-end: 0.25rem; }
  .lines tfoot { font-weight: 700; }
  .lines tfoot :is(th, td) { border-block-end: 0; }
  .formula { color: var(--muted); font-size: 0.8125rem; padding-inline-start: 1rem; overflow-wrap: anywhere; }
`;

const preferences = css`
  @media (prefers-reduced-motion: no-preference) {
    .primary, .secondary, .chip, .tile, .segments > * { transition: background-color 120ms; }
  }
  @media (forced-colors: active) {
    .segment, .swatch { forced-color-adjust: none; border: 1px solid CanvasText; }
    .tile:has(:checked), .segments > label:has(:checked), .segments > [aria-pressed="true"] { background: Highlight; color: HighlightText; forced-color-adjust: none; }
    .badge { border: 1px solid CanvasText; }
    .box:has([aria-invalid]) { outline: 3px double CanvasText; }
  }
`;

export const styles = [theme, basics, layout, form, results, preferences];
