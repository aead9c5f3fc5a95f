/** A part that is loaded when it is first needed, and once more where that failed and it is asked for again. */
export class OnDemand<Part> {
  part: Part | "failed" | undefined;
  #loading: Promise<void> | undefined;

  /** `update` is called whenever `part` has changed. */
  constructor(
    private readonly load: (update: () => void) => Promise<Part>,
    private readonly update: () => void,
    private readonly fail: (error: unknown) => void = () => undefined,
  ) {}

  /** Ends when the part is there, or cannot be. */
  open(): Promise<void> {
    return (this.#loading ??= this.#open());
  }

  async #open(): Promise<void> {
    if (isLoaded(this.part)) return;
    this.part = undefined;
    this.update();
    try {
      this.part = await this.load(this.update);
    } catch (error) {
      this.part = "failed";
      this.fail(error);
    }
    this.#loading = undefined;
    this.update();
  }
}

export function isLoaded<Part>(part: Part | "failed" | undefined): part is Part {
  return part !== undefined && part !== "failed";
}
