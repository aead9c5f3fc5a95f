/** Draws texts, tables and a bar below each other on a canvas that is as high as they need. */

const WIDTH = 800;
const MARGIN = 32;
const INNER = WIDTH - 2 * MARGIN;
/** Pixels of the picture to one of the page. */
const SCALE = 2;
const LINE = 1.5;

const colorNames = ["bg", "fg", "muted", "line", "accent", "series-1", "series-2", "series-3", "series-4", "on-series"] as const;
type ColorName = (typeof colorNames)[number];
type Colors = Readonly<Record<ColorName, string>>;

interface Look {
  readonly size: number;
  readonly color?: ColorName;
  readonly isBold?: boolean;
}

/** As the element's theme has them now. */
export function colorsOf(root: ShadowRoot): Colors {
  const probe = root.appendChild(document.createElement("span"));
  const color = (name: ColorName) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  };
  const colors = Object.fromEntries(colorNames.map(color)) as Record<ColorName, string>;
  probe.remove();
  return colors;
}

/** The parts of a bar, each with its color; those of one color differ by stripes. */
const inks: Readonly<Record<string, readonly [ColorName, isStriped?: true]>> = {
  weights: ["series-1"], gradients: ["series-2", true], optimizer: ["series-2"], activations: ["series-3"], kvCache: ["series-4", true], data: ["series-3"], overhead: ["muted", true],
};

export class Sheet {
  readonly #canvas = document.createElement("canvas");
  readonly #context: CanvasRenderingContext2D;
  readonly #drawn: (() => void)[] = [];
  #y = MARGIN;

  constructor(
    private readonly colors: Colors,
    private readonly family: string,
  ) {
    const context = this.#canvas.getContext("2d");
    if (context === null) throw new Error("no canvas");
    this.#context = context;
  }

  /** In lines that are no wider than the picture. */
  text(text: string, look: Look): void {
    for (const line of this.#lines(text, look, INNER)) this.#line(line, MARGIN, look);
  }

  title(text: string): void {
    this.rule();
    this.text(text, { size: 15, isBold: true });
  }

  /** A name, and an amount at the end of its first line. */
  pair(name: string, amount: string, isBold = false): void {
    const look = { size: 14, isBold };
    const y = this.#y;
    this.#at(WIDTH - MARGIN - this.#width(amount, look), y, amount, look);
    for (const line of this.#lines(name, look, INNER - this.#width(amount, look) - 16)) this.#line(line, MARGIN, look);
  }

  rule(): void {
    const y = this.#y + 8;
    this.#drawn.push(() => this.#fill("line", MARGIN, y, INNER, 1));
    this.#y += 20;
  }

  /** Parts of a whole, with a key; a dashed line where what is usable ends. */
  bar(parts: readonly { readonly part: string; readonly size: number; readonly label: string }[], of: number, usable: number): void {
    const [top, height] = [this.#y + 4, 28];
    const place = (size: number) => (INNER * size) / of;
    let x = MARGIN;
    for (const { part, size } of parts) {
      const [left, width] = [x, place(size)];
      this.#drawn.push(() => this.#ink(part, left, top, width, height));
      x += width;
    }
    this.#drawn.push(() => {
      this.#context.strokeStyle = this.colors.fg;
      this.#context.strokeRect(MARGIN, top, INNER, height);
      this.#context.setLineDash([4, 3]);
      this.#context.stroke(new Path2D(`M${MARGIN + place(usable)} ${top}v${height}`));
      this.#context.setLineDash([]);
    });
    this.#y += height + 10;
    this.#key(parts);
  }

  async blob(): Promise<Blob> {
    const height = this.#y + MARGIN;
    Object.assign(this.#canvas, { width: WIDTH * SCALE, height: height * SCALE });
    this.#context.scale(SCALE, SCALE);
    this.#fill("bg", 0, 0, WIDTH, height);
    for (const draw of this.#drawn) draw();
    const blob = await new Promise<Blob | null>((resolve) => this.#canvas.toBlob(resolve, "image/png"));
    if (blob === null) throw new Error("no picture");
    return blob;
  }

  #key(parts: readonly { readonly part: string; readonly label: string }[]): void {
    const look: Look = { size: 13 };
    let x = MARGIN;
    for (const { part, label } of parts) {
      const width = this.#width(label, look) + 36;
      if (x > MARGIN && x + width > WIDTH - MARGIN) [x, this.#y] = [MARGIN, this.#y + look.size * LINE];
      const [left, top] = [x, this.#y];
      this.#drawn.push(() => this.#ink(part, left, top + 4, 12, 12));
      this.#at(left + 18, top, label, look);
      x += width;
    }
    this.#y += look.size * LINE;
  }

  #line(text: string, x: number, look: Look): void {
    this.#at(x, this.#y, text, look);
    this.#y += look.size * LINE;
  }

  #at(x: number, y: number, text: string, look: Look): void {
    this.#drawn.push(() => {
      this.#context.font = this.#font(look);
      this.#context.fillStyle = this.colors[look.color ?? "fg"];
      this.#context.fillText(text, x, y + look.size * 1.1);
    });
  }

  #fill(color: ColorName, x: number, y: number, width: number, height: number): void {
    this.#context.fillStyle = this.colors[color];
    this.#context.fillRect(x, y, width, height);
  }

  #ink(part: string, x: number, y: number, width: number, height: number): void {
    const [color, isStriped] = inks[part] ?? ["muted"];
    this.#fill(color, x, y, width, height);
    if (isStriped !== true) return;
    this.#context.globalAlpha = 0.4;
    for (let left = 0; left < width; left += 6) this.#fill("on-series", x + left, y, Math.min(2, width - left), height);
    this.#context.globalAlpha = 1;
  }

  #font({ size, isBold }: Look): string {
    return `${isBold === true ? 600 : 400} ${size}px ${this.family}`;
  }

  #width(text: string, look: Look): number {
    this.#context.font = this.#font(look);
    return this.#context.measureText(text).width;
  }

  /** Broken between words, in Chinese too. */
  #lines(text: string, look: Look, width: number): string[] {
    const lines: string[] = [];
    let line = "";
    for (const [segment] of text.matchAll(/[\p{Script=Han}\p{P}]|[^\s\p{Script=Han}]+?(?=[\s\p{Script=Han}]|$)|\s+/gu)) {
      const isFull = line !== "" && this.#width(line + segment.trimEnd(), look) > width && !/^[，。、；：！？）,.;:!?)]/.test(segment);
      if (isFull) lines.push(line.trimEnd());
      line = isFull ? segment.trimStart() : line + segment;
    }
    return [...lines, line];
  }
}
