/** Speaks one sentence to screen readers once the visitor has paused. */
import type { ReactiveController, ReactiveControllerHost } from "lit";

const PAUSE_MS = 800;

export class Announcer implements ReactiveController {
  /** What the status region holds. */
  sentence = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly host: ReactiveControllerHost) {
    host.addController(this);
  }

  announce(sentence: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.sentence = sentence;
      this.host.requestUpdate();
    }, PAUSE_MS);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }
}
