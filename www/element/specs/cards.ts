/** The built-in table of devices, from the same wasm module as the calculator's, and what is known of them besides. */
import { loadTools } from "../engine.js";
import type { GpuFacts } from "../engine.js";
import names from "./names.json";
import notes from "./notes.json";
import cited from "./sources.json";

export type { GpuFacts };
export type Precision = keyof GpuFacts["flops"];
export type Tier = NonNullable<GpuFacts["tier"]>;
export type Scenario = GpuFacts["scenarios"][number];

export type SourceKind = "vendor" | "quote" | "cloud" | "database" | "table" | "press" | "notes";

export interface Source {
  readonly title: string;
  readonly url: string;
  readonly kind: SourceKind;
  /** The day it was read, as 2026-11-30. */
  readonly retrieved: string;
}

type ById<T> = Readonly<Record<string, T>>;

const sources = Object.values(cited.sources as ById<Source>);

/** Loads wasm where the page has not yet; a failure is tried again by the next caller. */
export async function loadGpus(): Promise<readonly GpuFacts[]> {
  const { gpus } = await loadTools();
  return gpus();
}

/** A class that a rental guide states: no card, so this table neither sorts nor compares it. */
export function isGuide({ confidence }: GpuFacts): boolean {
  return confidence === "article";
}

/** In English. */
export function noteOf({ id }: GpuFacts): string | undefined {
  return (notes as ById<string>)[id];
}

/** What it is called without maker, brand and memory, in lower case: `v100`, `910b`. */
export function namesOf({ id }: GpuFacts): readonly string[] {
  return (names as ById<readonly string[]>)[id] ?? [];
}

/** All sources of a row. */
export function sourcesOf({ id }: GpuFacts): readonly Source[] {
  const places = (cited.gpus as ById<readonly number[]>)[id] ?? [];
  return places.flatMap((place) => sources[place - 1] ?? []);
}
