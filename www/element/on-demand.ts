/** A part that is loaded when it is first needed, and once more where that failed and it is asked for again. */
export class OnDemand<Part> {
  part: Part | "failed" | undefined;
  #isLoading = false;

  /** `update` is called whenever `part` has changed. */
  constructor(
    private readonly load: (update: () => void) => Promise<Part>,
    private readonly update: () => void,
    private readonly fail: (error: unknown) => void = () => undefined,
  ) {}

  async open(): Promise<void> {
    if (this.#isLoading || isLoaded(this.part)) return;
    this.#isLoading = true;
    this.part = undefined;
    this.update();
    try {
      this.part = await this.load(this.update);
    } catch (error) {
      this.part = "failed";
      this.fail(error);
    }
    this.#isLoading = false;
    this.update();
  }
}

export function isLoaded<Part>(part: Part | "failed" | undefined): part is Part {
  return part !== undefined && part !== "failed";
}
