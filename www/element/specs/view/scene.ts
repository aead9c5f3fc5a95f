/** What the view is given: words, cards, what is chosen, and what can be done. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Locale } from "../../i18n/index.js";
import type { GpuFacts } from "../cards.js";
import { numberText, unitOf } from "../figures.js";
import type { Figure, Words } from "../figures.js";
import type { Messages } from "../i18n/index.js";
import { derivation } from "../origins.js";
import type { Column, Order } from "../select.js";

export interface Actions {
  search(query: string): void;
  sort(column: Column): void;
  sortBy(column: Column): void;
  turn(isDescending: boolean): void;
  toggle(id: string): void;
  choose(gpu: GpuFacts): void;
  clear(): void;
  compare(): void;
  close(): void;
  onlyDifferent(isOnlyDifferent: boolean): void;
  showAll(): void;
}

export interface Scene extends Words {
  readonly locale: Locale;
  /** Real cards only. */
  readonly gpus: readonly GpuFacts[];
  readonly guides: readonly GpuFacts[];
  /** What the search found, in order. */
  readonly listed: readonly GpuFacts[];
  readonly shown: readonly GpuFacts[];
  readonly query: string;
  readonly order: Order;
  readonly open: ReadonlySet<string>;
  readonly chosen: readonly GpuFacts[];
  /** The card that was one too many. */
  readonly refused: GpuFacts | undefined;
  readonly isComparing: boolean;
  readonly isOnlyDifferent: boolean;
  readonly isLoaded: boolean;
  readonly hasFailed: boolean;
  readonly sentence: string;
  readonly actions: Actions;
}

/** Of the table, in its order. */
export const columns: readonly Column[] = [
  "name", "tier", "memory", "bandwidth", "bf16", "fp16", "fp16Fp16Accumulate", "fp8", "int8", "fp64", "form", "link", "power", "year", "confidence",
];

/** Short enough for the head of a column. */
export function columnName(m: Messages, column: Column): string {
  return m.columns[column] ?? m.figures[column];
}

/** In words, with the unit. */
export function figureName(words: Words, figure: Figure): string {
  return words.m.label(words.m.figures[figure], unitOf(figure));
}

export function vendorName(m: Messages, { vendor }: GpuFacts): string {
  const local = m.vendors[vendor];
  return local === undefined ? vendor : `${local} ${vendor}`;
}

/** What stands beside `figureName`, or that it is not stated. */
export function value(scene: Scene, gpu: GpuFacts, figure: Figure): TemplateResult {
  return html`${orUnknown(scene, numberText(scene, gpu, figure), figure)}${derivedMark(scene, gpu, figure)}`;
}

/** Beside a figure that no source prints of this very card. */
export function derivedMark(scene: Scene, gpu: GpuFacts, figure: Figure): TemplateResult | typeof nothing {
  const made = derivation(scene, gpu, figure);
  return made === undefined ? nothing : html`<span class="derived" title=${scene.m.derived(made)}><span aria-hidden="true">†</span><span class="hidden"> ${scene.m.derived(made)}</span></span>`;
}

export function orUnknown({ m }: Words, text: string | undefined, figure: Figure): TemplateResult {
  return text === undefined ? html`<span class="unknown">${m.unknowns[figure] ?? m.unknown}</span>` : html`${text}`;
}
