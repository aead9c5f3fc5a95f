/** How the table looks beyond what the calculator's styles hold: tables that become cards, details, the tray. */
import { css } from "lit";

export const specsStyles = css`
  dl, dd { margin: 0; }
  h4 { font-size: 1rem; }
  .toolbar { display: grid; gap: 0.75rem; max-inline-size: 40rem; }
  .toolbar .box { background: var(--bg); }
  .unknown { color: var(--muted); font-style: italic; font-size: 0.8125rem; }
  :lang(zh) .unknown { font-style: normal; }
  .cards th, .cards td { padding: 0.375rem 0.5rem; border-block-end: 1px solid var(--line); }
  .cards :is(th, td):first-child { padding-inline-start: 0; }
  .opener, .sort { padding: 0; border: 0; background: none; text-align: inherit; cursor: pointer; min-block-size: 1.5rem; }
  .opener { display: block; color: var(--accent); font-weight: 600; }
  .opener::before { content: "▸ " / ""; }
  .opener[aria-expanded="true"]::before { content: "▾ " / ""; }
  .trap-count { color: var(--warn); }
  .pick-box { display: inline-flex; align-items: center; gap: 0.375rem; min-inline-size: 1.5rem; min-block-size: 1.5rem; cursor: pointer; }
  .pick-box input { inline-size: 1.25rem; block-size: 1.25rem; margin: 0; accent-color: var(--accent); }
  .details-body { display: grid; gap: 0.75rem; text-align: start; padding-block: 0.25rem 0.75rem; font-size: 0.875rem; }
  .details-body h3 { font-size: 0.875rem; }
  .details-body a { min-block-size: 1.75rem; align-content: center; overflow-wrap: anywhere; }
  .details-body dl, .rules dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: 0 1.5rem; }
  .details-body ol { margin: 0; padding-inline-start: 1.5rem; }
  .rules dl { grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); font-size: 0.875rem; }
  .rules dt { font-weight: 600; }
  .tags { display: flex; flex-wrap: wrap; gap: 0.25rem; margin-block-start: 0.25rem; }
  .tag { padding: 0 0.375rem; border: 1px solid var(--line); border-radius: 0.75rem; font-size: 0.75rem; white-space: nowrap; }
  .details-body dl > div { display: flex; justify-content: space-between; gap: 0.75rem; padding-block: 0.1875rem; border-block-end: 1px solid var(--line); }
  .details-body dd { flex: 1 0 5.5rem; min-inline-size: 0; text-align: end; font-variant-numeric: tabular-nums; }
  .details-body dd small { white-space: nowrap; }
  .derived { position: relative; color: var(--warn); font-weight: 600; cursor: help; }
  .derived .hidden { inset-block-start: 0; inset-inline-end: 0; }
  .derivation { display: block; color: var(--muted); font-size: 0.75rem; }
  .details-body dt { color: var(--muted); }
  .opened > *, .detail > * { background: var(--tint); }
  .compared th[scope="row"] { color: var(--muted); }
  .compared thead th { font-weight: 600; text-align: end; }
  .compared .highest { font-weight: 600; }
  .mark { color: var(--ok); font-size: 0.75rem; white-space: nowrap; }
  .same td { color: var(--muted); }
  .different th[scope="row"] { color: var(--fg); }
  #compare-title:focus { outline: none; }
  .guides { display: grid; gap: var(--gap); margin-block-start: 1rem; }
  .finding b::before { content: "✓ " / ""; }
  .finding b.wrong::before { content: "✗ " / ""; }
  .finding .right { color: var(--ok); }
  .finding .wrong { color: var(--bad); }
  .tray {
    position: sticky; inset-block-end: 0; display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; padding: 0.625rem 1rem;
    border: 1px solid var(--line); border-block-start: 2px solid var(--accent); background: var(--bg);
  }
  .tray ul { display: flex; flex-wrap: wrap; gap: 0.375rem; padding: 0; list-style: none; flex: 1; }
  .tray .warning { flex-basis: 100%; }
  @media (max-height: 479px) { .tray { position: static; } }
  /* The focus is neither under the tray nor, below, under what stays in sight. */
  input, select, button, summary, a { scroll-margin-block: 1rem 12rem; }

  @container (inline-size >= 760px) {
    /* In sight where the table is wider than the window. */
    .details-body { position: sticky; inset-inline-start: 0; max-inline-size: calc(100cqi - 1rem); }
    .cell-label, .cell-unit { display: none; }
    .specs { font-size: 0.8125rem; }
    .specs :is(th, td):not(:first-child) { padding-inline: 0.25rem; }
    .specs thead th { border-block-end-color: var(--edge); vertical-align: bottom; }
    .specs thead th:nth-child(n + 3) { text-align: end; }
    .specs td > span > small { display: block; }
    .specs .sort > small { display: block; }
    .specs [data-column="confidence"] { white-space: nowrap; }
    .specs .name { min-inline-size: 12rem; }
    .sort { white-space: nowrap; }
    .sort > :first-child { white-space: pre; }
    .specs td { word-break: keep-all; }
    .specs [data-column="link"] { min-inline-size: 5rem; }
    .specs .detail > td { word-break: normal; }
    .specs .pick { text-align: start; font-size: 0.75rem; color: var(--muted); }
    .arrow { color: var(--muted); font-size: 0.75rem; }
    [aria-sort] .sort { font-weight: 600; }
    [aria-sort] .arrow { color: var(--accent); }
    .compared tbody td { inline-size: 19%; }
    .guide tbody td { inline-size: 13%; }
    .guide tbody td.finding { inline-size: auto; min-inline-size: 16rem; text-align: start; }
    .guide thead th:last-child { text-align: start; }
  }
  /* The head of the table stays in sight; where the table is wider than the window, the names do. */
  @container (inline-size >= 1200px) {
    .specs thead th { position: sticky; inset-block-start: 0; z-index: 1; border: 0; background: var(--bg); box-shadow: inset 0 -1px var(--edge); }
    .specs tbody :is(button, input, a) { scroll-margin-block-start: 6rem; }
  }
  @container (760px <= inline-size < 1200px) {
    .wide { overflow-x: auto; scroll-padding-inline-start: 17rem; }
    .specs :is(.name, thead th:nth-child(2)) { position: sticky; inset-inline-start: 0; }
    .specs :is(tr:not(.opened) > .name, thead th:nth-child(2)) { background: var(--bg); }
  }
  @container (inline-size < 760px) {
    .cards, .cards > tbody, .cards > tbody > tr { display: block; }
    .cards > thead { display: none; }
    .cards > tbody > tr { padding-block: 0.625rem; border-block-end: 1px solid var(--line); }
    .cards > tbody > tr.opened { border-block-end: 0; }
    .cards > tbody > tr > * { display: block; padding: 0.125rem 0; border: 0; }
    .specs > tbody > tr { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.125rem 1rem; }
    .specs > tbody > tr > td[data-column] { display: flex; justify-content: space-between; gap: 0.5rem; }
    .specs > tbody > tr > td[data-column="link"] { grid-column: 1 / -1; }
    .specs .pick { grid-column: 1 / -1; order: 1; text-align: start; }
    .specs .name, .specs .detail > td { grid-column: 1 / -1; }
    .compared > tbody > tr > td { display: flex; justify-content: space-between; gap: 0.75rem; }
    .compared > tbody > tr > td.finding { display: block; text-align: start; }
    .compared th[scope="row"] { font-weight: 600; color: var(--fg); }
    .cell-label { flex: none; color: var(--muted); text-align: start; font-size: 0.875rem; }
    /* A long name beside a long value: both break. */
    .compared .cell-label, .compared .cell-label + span { flex: 1 1 50%; min-inline-size: 0; overflow-wrap: anywhere; }
    .compared .cell-label + span { text-align: end; }
    .opened > *, .detail > * { background: none; }
    .tray { padding-inline: 0.5rem; }
    .tray ul { flex-basis: 100%; flex-wrap: nowrap; overflow-x: auto; padding: 4px; scroll-padding-inline: 1rem; }
    .tray li { flex: none; }
  }
  @media (forced-colors: active) {
    .opened > *, .detail > * { background: Canvas; }
  }
`;
