/** Keeps the catalog that an element asked for last; what arrives late for an older wish is dropped. */
import type { Catalog, CatalogInfo, Facts } from "./engine.js";
import { builtInCatalog, hostCatalog, loadFacts } from "./engine.js";

/** What is wished for: a host's catalog, or the snapshot in a currency. */
export type Wish = { readonly source: string | object; readonly base: string } | { readonly currency: string };

export interface Opened {
  readonly catalog: Catalog;
  readonly info: CatalogInfo;
  readonly facts: Facts;
  readonly isHosted: boolean;
}

export class PriceList {
  #wish = 0;
  #owned: Catalog | undefined;

  /** The opened catalog, or undefined where another was asked for meanwhile. */
  async open(wish: Wish): Promise<Opened | undefined> {
    const number = ++this.#wish;
    const isHosted = "source" in wish;
    const [catalog, facts] = await Promise.all([
      isHosted ? hostCatalog(wish.source, wish.base) : builtInCatalog(wish.currency),
      loadFacts(),
    ]);
    if (number !== this.#wish) {
      if (isHosted) catalog.free();
      return undefined;
    }
    this.#owned?.free();
    this.#owned = isHosted ? catalog : undefined;
    return { catalog, info: catalog.info, facts, isHosted };
  }

  close(): void {
    this.#wish += 1;
    this.#owned?.free();
    this.#owned = undefined;
  }
}
