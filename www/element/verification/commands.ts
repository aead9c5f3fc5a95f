/** Programs that measure a card. References in core were measured the same way: warmed up, large, with FP32 accumulation. */
import type { TemplateResult } from "lit";
import type { Kit } from "../panels.js";
import type { Words } from "./i18n/zh-CN.js";
import type { View } from "./panel.js";

/** How a vendor's driver shows a card. */
interface Tools {
  /** Its power limit and clocks. */
  readonly settings: string;
  /** Who uses it. */
  readonly load: string;
  /** What its parts are called. */
  readonly slices?: string;
}

/** Of the other vendors each card has its own. Sources: documentation of nvidia-smi, rocm-smi and npu-smi. */
const tools: Readonly<Record<string, Tools>> = {
  NVIDIA: { settings: "nvidia-smi -q -d POWER,CLOCK", load: "nvidia-smi", slices: " (MIG, vGPU)" },
  AMD: { settings: "rocm-smi", load: "rocm-smi" },
  Huawei: { settings: "npu-smi info", load: "npu-smi info" },
};

export function toolsOf(vendor = ""): Tools | undefined {
  return tools[vendor];
}

const pyTorch = `import torch
def seconds(f, n=300):
    for _ in range(50): f()
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    for _ in range(n): f()
    end.record(); torch.cuda.synchronize()
    return start.elapsed_time(end) / n / 1e3
n = 8192
a, b = (torch.randn(n, n, device="cuda", dtype=torch.bfloat16) for _ in range(2))
c = torch.empty_like(a)
print(torch.cuda.get_device_name(), f"{2*n**3 / seconds(lambda: torch.mm(a, b, out=c)) / 1e12:.1f} TFLOPS BF16")
x = torch.zeros(2**30, device="cuda", dtype=torch.uint8); y = torch.empty_like(x)
print(f"{2*x.numel() / seconds(lambda: y.copy_(x)) / 1e9:.0f} GB/s")
`;

/** After `pip install cupy-cuda12x`. */
const cuPy = `import cupy as cp
from cupyx.profiler import benchmark
n = 8192
a, b = (cp.random.standard_normal((n, n), dtype=cp.float32).astype(cp.float16) for _ in range(2))
print(2*n**3 / benchmark(cp.matmul, (a, b), n_warmup=50, n_repeat=300).gpu_times.mean() / 1e12, "TFLOPS FP16")
x = cp.zeros(2**28, cp.float32); y = cp.empty_like(x)
print(2*x.nbytes / benchmark(cp.copyto, (y, x), n_warmup=50, n_repeat=300).gpu_times.mean() / 1e9, "GB/s")
`;

/** A program, and what it needs. */
type Program = readonly [title: string, text: string];

/** PyTorch for ROCm answers to `torch.cuda`, Ascend's adapter to `torch.npu`; no program for vendors of which neither is known. */
function programsOf({ card, words }: View): readonly Program[] {
  const text = card?.flops.bf16 === undefined ? pyTorch.replaceAll("bfloat16", "float16").replaceAll("BF16", "FP16") : pyTorch;
  if (card?.vendor === "NVIDIA") return [[words.pyTorch, text], [words.cuPy, cuPy]];
  if (card?.vendor === "AMD") return [[words.pyTorchRocm, text]];
  if (card?.vendor !== "Huawei") return [];
  return [[words.pyTorchAscend, text.replace("import torch", "import torch, torch_npu").replaceAll("cuda", "npu")]];
}

/** Which program was copied last, and whether the browser let us. */
interface Copied {
  readonly text: string;
  readonly isDone: boolean;
}

export function commandList({ html }: Kit, update: () => void): (view: View) => TemplateResult {
  let copied: Copied | undefined;

  async function copy(text: string): Promise<void> {
    // There is no clipboard on pages without TLS.
    const isDone = await Promise.resolve(navigator.clipboard?.writeText(text).then(() => true)).catch(() => false);
    copied = { text, isDone: isDone === true };
    update();
  }

  function program(words: Words, title: string, text: string): TemplateResult {
    const outcome = copied?.isDone === true ? words.copied : words.notCopied;
    return html`
      <h4>${title}</h4>
      <pre tabindex="0" class="command" aria-label=${title}><code>${text}</code></pre>
      <button type="button" part="button" class="secondary small" @click=${() => void copy(text)}>${copied?.text === text ? outcome : words.copy}</button>
    `;
  }

  return (view) => {
    const { words } = view;
    const programs = programsOf(view);
    return html`
      <details class="more commands">
        <summary>${words.commands}</summary>
        <p class="muted">${programs.length === 0 ? words.noCommands : words.commandsHint}</p>
        ${programs.map(([title, text]) => program(words, title, text))}
      </details>
    `;
  };
}
