/**
 * The only file that touches wasm: loads it once for all elements, opens catalogs, compares.
 *
 * Knows neither the document nor a language. Its errors carry a code; what visitors read is made elsewhere.
 */
import { beside } from "./beside.js";
import type { ErrorCode } from "./events.js";
import { catalogs, first, tools, visual } from "./files.js";
import type { Glue, WasmFile } from "./files.js";
import init, { bounds, Catalog as FirstReader, models } from "./wasm/gpu-cost.js";
import type * as BillsModule from "./wasm/gpu-cost-bills.js";
import type * as ChoosingModule from "./wasm/gpu-cost-choosing.js";
import type * as PlannerModule from "./wasm/gpu-cost-planning.js";
import type * as ToolsModule from "./wasm/gpu-cost-tools.js";
import type * as VisualModule from "./wasm/gpu-cost-visual.js";
import type { BoundFacts, CatalogInfo, CompareRequest, Comparison, Delay, DelayRequest, Issue, ModelFacts, VisualModelFacts } from "./wasm/gpu-cost-visual.js";

export type {
  Attempt, BreakEven, CatalogInfo, CompareRequest, Comparison, Delay, DelayRequest, Issue, Lever, Line, ModelFacts, Offload, Optimizer, Plan, Recomputation, Rejected, RunnerUp,
  Software, StateOffload, TrainingPrecision, WeightFormat,
} from "./wasm/gpu-cost-visual.js";
export type { Cause, ComputeUnit, ConfigFacts, CopyUnit, Estimate, Expectation, GpuFacts, MeasuredUnit, Precision, Reading, Verification, VerifyRequest } from "./wasm/gpu-cost-tools.js";
export type { VisualModelFacts } from "./wasm/gpu-cost-visual.js";

export type { AdviceOutcome, AdviceRequest, Chooser, Criterion, OfferedGpu, PlatformChoice, PlatformFacts, PlatformKind, PlatformService, Scenario, StatedRules, Tier } from "./wasm/gpu-cost-choosing.js";
export type { Explanation, OnlineOutcome, PlannedWay, PlanOutcome, SpotOutcome, UncertainOutcome, WayToBuy } from "./wasm/gpu-cost-planning.js";

export type {
  BillCause, BillDifference, BillItem, BillLine, BillLineKind, BillOffer, Bills, IgnoredCost, OwnBand, OwnOutcome, OwnRequest, SettleOutcome, SettleRequest, SlaOutcome, SlaRequest,
} from "./wasm/gpu-cost-bills.js";

/** Bills of rentals, owning, promises. */
export type BillTools = typeof BillsModule;

/** Plans over time. */
export type PlannerTools = typeof PlannerModule;

/** What opens later: the table of cards, verdicts, translated rules. */
export type Tools = typeof ToolsModule;

/** Platforms beside each other, and advice beside the numbers. */
export type ChoosingTools = typeof ChoosingModule;

type Module = Tools | PlannerTools | BillTools | ChoosingTools | typeof VisualModule;

export type Bounds = ReadonlyMap<string, BoundFacts>;

/** What core knows without a catalog. */
export interface Facts {
  readonly models: readonly ModelFacts[];
  readonly bounds: Bounds;
}

export class EngineError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly issues: readonly Issue[] = [],
  ) {
    super(message);
    this.name = "GpuCostError";
  }
}

/** Currencies of the built-in price snapshot. */
export const builtInCurrencies: readonly string[] = Object.keys(catalogs);

/** The folder of the wasm modules, where the host names one. */
let wasmFolder: string | undefined;

let facts: Promise<Facts> | undefined;
const later = new Map<Glue<Module>, Promise<unknown>>();
/** The module that compares: the first, until one is there that also knows images, videos and names of GPUs. */
let Reader = FirstReader as unknown as typeof VisualModule.Catalog;
const builtIn = new Map<string, Promise<Catalog>>();

/** For all elements; what is loaded already stays. */
export function findWasm(folder: string): void {
  wasmFolder = folder;
}

/** Loads wasm, once for all elements; a failure is tried again by the next caller. */
export function loadFacts(): Promise<Facts> {
  facts ??= loadWasm().catch((error: unknown) => {
    facts = undefined;
    throw error;
  });
  return facts;
}

/** Loads what opens later, once for all elements: the table of cards, verdicts. */
export function loadTools(): Promise<Tools> {
  return loadModule(tools);
}

/** Loads the module that also knows images, videos and names of GPUs, once for all elements; from then on it answers everything. */
export function loadVisual(): Promise<readonly VisualModelFacts[]> {
  return loadModule(visual).then((module) => {
    Reader = module.Catalog;
    return module.visualModels();
  });
}

/** A price list as text, opened in the module that compares. */
export class Catalog {
  #reader = Reader;
  #opened: VisualModule.Catalog;

  constructor(readonly text: string) {
    this.#opened = new Reader(text);
  }

  get info(): CatalogInfo {
    return this.#opened.info();
  }

  /** In another module the text is read again. */
  get opened(): VisualModule.Catalog {
    if (this.#reader !== Reader) {
      this.free();
      [this.#reader, this.#opened] = [Reader, new Reader(this.text)];
    }
    return this.#opened;
  }

  free(): void {
    this.#opened.free();
  }
}

/** The catalog of the price snapshot: one for all elements, never freed. */
export function builtInCatalog(currency: string): Promise<Catalog> {
  const bytes = catalogs[currency];
  if (bytes === undefined) throw new EngineError("attribute", `no built-in catalog in ${currency}`);
  const opened = builtIn.get(currency) ?? openResponse(bytes(), `the prices in ${currency}`);
  builtIn.set(currency, opened);
  opened.catch(() => builtIn.delete(currency));
  return opened;
}

/** A host's catalog: JSON text, an object, or an address relative to `base`. The caller frees it. */
export function hostCatalog(source: string | object, base: string): Promise<Catalog> {
  if (typeof source === "object") return open(JSON.stringify(source)).catch(withoutPlaces);
  return source.trimStart().startsWith("{") ? open(source) : openUrl(new URL(source, base).href);
}

export function compare(catalog: Catalog, request: CompareRequest): Comparison {
  try {
    return catalog.opened.compare(request);
  } catch (error) {
    throw named(error, "request");
  }
}

/** Undefined where no plan on such cards runs the job. */
export function delay(catalog: Catalog, request: DelayRequest): Delay | undefined {
  try {
    return catalog.opened.delay(request);
  } catch (error) {
    throw named(error, "request");
  }
}

function openUrl(url: string): Promise<Catalog> {
  return openResponse(fetch(url), url);
}

async function openResponse(response: Promise<Response>, name: string): Promise<Catalog> {
  const [text] = await Promise.all([received(response, name, "catalog-fetch").then((found) => found.text()), loadFacts()]);
  return open(text);
}

/** GPUs that are not named by their ids are looked for by the module that knows how people write them. */
async function open(text: string): Promise<Catalog> {
  await loadFacts();
  try {
    return new Catalog(text);
  } catch (error) {
    const failed = named(error, "catalog");
    const isNamed = failed instanceof EngineError && failed.issues.some(({ path }) => path.endsWith(".gpu"));
    if (!isNamed || Reader !== FirstReader) throw failed;
  }
  await loadVisual();
  return open(text);
}

/** An object has no lines. */
function withoutPlaces(error: unknown): never {
  if (!(error instanceof EngineError)) throw error;
  throw new EngineError(error.code, error.message, error.issues.map(({ line: _line, column: _column, ...issue }) => issue));
}

async function received(request: Promise<Response>, name: string, code: ErrorCode): Promise<Response> {
  const response = await request.catch((error: unknown) => {
    throw new EngineError(code, `cannot fetch ${name}: ${String(error)}`);
  });
  if (!response.ok) throw new EngineError(code, `cannot fetch ${name}: status ${response.status}`);
  return response;
}

async function loadWasm(): Promise<Facts> {
  await init({ module_or_path: await compiled(first) });
  return { models: models(), bounds: new Map(bounds().map((bound) => [bound.field, bound])) };
}

/** @internal A module with its glue code, once for all elements. A failure is tried again by the next caller. */
export function loadModule<M extends Module>(glue: Glue<M>): Promise<M> {
  const loading = (later.get(glue) as Promise<M> | undefined) ?? openModule(glue);
  later.set(glue, loading);
  loading.catch(() => later.delete(glue));
  return loading;
}

async function openModule<M extends Module>(glue: Glue<M>): Promise<M> {
  const module = await beside(glue).catch((error: unknown) => {
    throw new EngineError("wasm-fetch", `cannot load a script: ${String(error)}`);
  });
  await module.default({ module_or_path: await compiled(module.file) });
  return module;
}

/** A wasm module, which lies beside the element's bundle unless the host says otherwise. */
async function compiled({ name, bytes }: WasmFile): Promise<WebAssembly.Module> {
  const response = await received(bytes(wasmFolder), name, "wasm-fetch");
  const isStreamable = response.headers.get("content-type")?.startsWith("application/wasm") === true;
  try {
    return await (isStreamable ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
  } catch (error) {
    throw compileError(error);
  }
}

/** Browsers have no code for a blocked compilation; all of them name the policy. */
function compileError(error: unknown): EngineError {
  const message = String(error);
  if (!/unsafe-eval|content.security.policy|\bCSP\b/i.test(message)) return new EngineError("wasm-fetch", message);
  const advice = "the page's Content-Security-Policy blocks WebAssembly: add 'wasm-unsafe-eval' to script-src";
  return new EngineError("wasm-csp", advice);
}

function named(error: unknown, code: "catalog" | "request"): unknown {
  const { issues, message } = error as { issues?: readonly Issue[]; message?: string };
  return Array.isArray(issues) ? new EngineError(code, message ?? code, issues) : error;
}
