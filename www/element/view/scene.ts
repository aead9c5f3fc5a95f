/** Everything that a view draws, as one value; views are pure functions of it. */
import type { Bounds, CatalogInfo, CompareRequest, Comparison, Delay, DelayRequest, Facts, Issue } from "../engine.js";
import type { ErrorCode } from "../events.js";
import type { Format } from "../format.js";
import type { Locale, Messages } from "../i18n/index.js";
import type { ChoiceName, Inputs, NumberName } from "../inputs.js";
import type { Parts } from "../later.js";
import type { PanelName } from "../panels.js";
import type { PresetName } from "../presets.js";
import type { Changes, Form, InputMode } from "../state.js";

export type Order = "total" | "time" | "memory";

export interface Scene extends Parts {
  readonly m: Messages;
  readonly f: Format;
  readonly locale: Locale;
  /** That of the prices on screen; empty until a host's catalog is there. */
  readonly currency: string;
  /** The built-in prices that were asked for. */
  readonly market: string;
  readonly markets: readonly string[];
  readonly mode: InputMode;
  readonly form: Form;
  readonly inputs: Inputs;
  readonly order: Order;
  /** Whether the container was narrow when the element appeared. */
  readonly isNarrow: boolean;
  /** Absent until wasm is there. */
  readonly facts: Facts | undefined;
  readonly catalog: CatalogInfo | undefined;
  /** Whether the catalog came from the host. */
  readonly isHosted: boolean;
  readonly comparison: Comparison | undefined;
  /** Whether only the fallback may be shown. */
  readonly hasFailed: boolean;
  /** Why core refused the current inputs. */
  readonly refusals: readonly Issue[];
  /** What the status region says. */
  readonly sentence: string;
  /** The offer that the visitor was told to ask for. */
  readonly askedFor: string | undefined;
  /** Parts that were unfolded once. */
  readonly unfolded: ReadonlySet<string>;
  readonly actions: Actions;
}

export interface Actions {
  type(name: NumberName, text: string): void;
  choose(name: ChoiceName | "resumable", value: string | boolean): void;
  pick(preset: PresetName): void;
  take(values: Changes): void;
  restoreSimple(): void;
  setMode(mode: InputMode): void;
  setCurrency(currency: string): void;
  setLocale(locale: Locale): void;
  sort(order: Order): void;
  openPanel(name: PanelName): void;
  /** The price list on screen, as it was read. */
  catalogText(): string | undefined;
  /** Tells the host what to mend. */
  report(code: ErrorCode, message: string, issues?: readonly Issue[]): void;
  /** The prices of an offer as JSON text. */
  billing(offerId: string): string | undefined;
  /** What few visitors need of the form; once more, where it failed. `part` was unfolded. */
  openMore(part?: string): void;
  /** What another request would give, on the same prices. */
  compare(request: CompareRequest): Comparison | undefined;
  /** What slow cards do to the job on screen; undefined where none of them runs it. */
  delay(slowCard: Omit<DelayRequest, "job">): Delay | undefined;
  rent(event: Event): void;
  /** To screen readers, once the visitor pauses. */
  say(sentence: string): void;
  editInputs(): void;
}

const NO_BOUNDS: Bounds = new Map();

export function boundsOf({ facts }: Scene): Bounds {
  return facts?.bounds ?? NO_BOUNDS;
}

/** The value that core used for a setting: the visitor's, or the default. */
export function usedSetting({ comparison }: Scene, name: NumberName | ChoiceName): string | number | undefined {
  return usedSettings(comparison).get(name);
}

/** By the name of its field, every value that core used. */
export function usedSettings(comparison: Comparison | undefined): ReadonlyMap<string, string | number | undefined> {
  const { generation, loraRank: rank, ...settings } = comparison?.requirement.settings ?? {};
  const { frames: videoFrames, ...making } = generation ?? {};
  return new Map(Object.entries({ rank, ...settings, ...making, videoFrames }));
}
