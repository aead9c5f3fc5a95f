/** Which cards are listed, and in what order. */
import type { GpuFacts } from "./cards.js";
import { amount } from "./figures.js";
import type { Figure } from "./figures.js";

export type Column = "name" | Figure;

export interface Order {
  readonly column: Column;
  readonly isDescending: boolean;
}

const GIB = 2 ** 30;
const SEPARATORS = /[\s\-_,，、/()]+/g;
/** Runs of letters, of digits, and each Chinese character. */
const PIECES = /[a-z]+|\d+|[^\x00-\x7f]/g;
const MEMORY = /^(\d+)g(?:i?b)?$/;

/** Names first begin at A, figures at the largest; a second press turns the order round. */
export function press({ column, isDescending }: Order, pressed: Column): Order {
  return pressed === column ? { column, isDescending: !isDescending } : { column: pressed, isDescending: pressed !== "name" };
}

/**
 * The cards that every word of the query says something about: name, maker, chip, memory ("80G" is exactly 80 GiB).
 *
 * A word begins where letters or digits begin, so that "H200" is no GH200; spaces and hyphens may be left out.
 */
export function matching(gpus: readonly GpuFacts[], query: string, aliasesOf: (gpu: GpuFacts) => string): readonly GpuFacts[] {
  const words = plain(query).replaceAll(/(\d)\s+(?=gi?b?(?![a-z]))/g, "$1").replaceAll(/[^\x00-\x7f]+/g, " $& ").split(SEPARATORS).filter((word) => word !== "");
  return gpus.filter((gpu) => {
    const text = plain([gpu.name, gpu.vendor, gpu.architecture, gpu.memoryType, gpu.class, gpu.id, aliasesOf(gpu)].join(" "));
    const pieces = text.match(PIECES) ?? [];
    const parts = new Set(text.split(SEPARATORS));
    // One letter or digit, as in "CDNA 4" and "4090 D", is a whole word.
    const says = (word: string) => (word.length === 1 && word < "\x7f" ? parts.has(word) : pieces.some((_, from) => pieces.slice(from).join("").startsWith(word)));
    return words.every((word) => hasMemory(gpu, word) ?? says(word));
  });
}

/** Unknown stands last in both directions. */
export function sorted(gpus: readonly GpuFacts[], { column, isDescending }: Order): readonly GpuFacts[] {
  const direction = isDescending ? -1 : 1;
  if (column === "name") return gpus.toSorted((a, b) => direction * byName(a, b));
  return gpus.toSorted((a, b) => {
    const [first, second] = [amount(a, column), amount(b, column)];
    if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined) || byName(a, b);
    return direction * (first - second) || byName(a, b);
  });
}

function hasMemory({ memoryBytes }: GpuFacts, word: string): boolean | undefined {
  const gib = MEMORY.exec(word)?.[1];
  return gib === undefined ? undefined : memoryBytes === Number(gib) * GIB;
}

function byName(a: GpuFacts, b: GpuFacts): number {
  return a.name.localeCompare(b.name, "en", { numeric: true });
}

/** Full-width letters and digits count as the plain ones. */
function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
