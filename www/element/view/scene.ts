/** Everything that a view draws, as one value; views are pure functions of it. */
import type { Bounds, CatalogInfo, Comparison, Delay, DelayRequest, Facts, Issue, Tools } from "../engine.js";
import type { Format } from "../format.js";
import type { Locale, Messages } from "../i18n/index.js";
import type { ChoiceName, Inputs, NumberName } from "../inputs.js";
import type { Loaded } from "../measuring.js";
import type { PresetName } from "../presets.js";
import type { Form, InputMode } from "../state.js";

export type Order = "total" | "time" | "memory";

export interface Scene {
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
  /** The panel of a measured card, once it is loaded. */
  readonly measuring: Loaded;
  /** The plan over time, once it is loaded. */
  readonly planning: Loaded;
  /** What opens later, once it is loaded. */
  readonly tools: Tools | undefined;
  readonly actions: Actions;
}

export interface Actions {
  type(name: NumberName, text: string): void;
  choose(name: ChoiceName | "resumable", value: string | boolean): void;
  pick(preset: PresetName): void;
  take(values: Partial<Inputs>): void;
  restoreSimple(): void;
  setMode(mode: InputMode): void;
  setCurrency(currency: string): void;
  setLocale(locale: Locale): void;
  sort(order: Order): void;
  openMeasuring(): void;
  openPlanning(): void;
  /** The prices of an offer as JSON text. */
  billing(offerId: string): string | undefined;
  loadTools(): void;
  /** What slow cards do to the job on screen; undefined where none of them runs it. */
  delay(slowCard: Omit<DelayRequest, "job">): Delay | undefined;
  rent(event: Event): void;
  editInputs(): void;
}

const NO_BOUNDS: Bounds = new Map();

export function boundsOf({ facts }: Scene): Bounds {
  return facts?.bounds ?? NO_BOUNDS;
}

/** The value that core used for a setting: the visitor's, or the default. */
export function usedSetting({ comparison }: Scene, name: NumberName | ChoiceName): string | number | undefined {
  const settings = comparison?.requirement.settings as Readonly<Record<string, string | number>> | undefined;
  return settings?.[name === "rank" ? "loraRank" : name];
}
