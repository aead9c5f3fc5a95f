// What is loaded when a visitor needs it: images and videos, a model of one's own, all settings; in both languages, wide and narrow,
// by keyboard, under the strict policy. Prices are those of fixture F.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { axe, opened, page, samePage, strictCsp } from "./harness.mjs";
import { activate, answered, assertAddsUp, choose, shows, tabTo, write } from "./visitor.mjs";

const languages = {
  en: {
    sdxl: "SDXL 1,000 images a day", wan: "Wan video clips", expert: "Expert", month: /a month/, image: /^About [\d.–]+ seconds per image; [\d,–]+ images in a day/, clip: /^About [\d.–]+ minutes per clip/,
    stages: ["Text encoder", "Denoiser", "Decoder"], read: /Read: qwen3/, used: /answer is for this model/, active: /active per token/,
    unknown: /not known: "transfusion9000"/, bySize: "Estimate from parameter count", json: /not valid JSON/, large: /52 MB.*too large/, places: /hidden_size \(line 1\)/, notCounted: /only the language model is counted/, wanted: /expected a whole number from 1 to 4096, got 1e308/,
    visual: /makes images or videos/, notLoaded: /could not be loaded/, retry: "Try again", more: /\d+ more/, unreadable: /cannot be read/,
    title: "How exact the estimates are", errors: "Errors by task",
  },
  "zh-CN": {
    sdxl: "SDXL 每天 1000 张", wan: "Wan 视频片段", expert: "专家", month: /每月/, image: /^每张约 [\d.–-]+秒钟?，连续运行一天可出 [\d,–-]+ 张/, clip: /^每条约 [\d.–-]+分钟/,
    stages: ["文本编码", "去噪", "解码"], read: /已读取：qwen3/, used: /已按这个模型计算/, active: /每个 token 激活/,
    unknown: /不认识这种结构："transfusion9000"/, bySize: "按参数量估算", json: /不是有效的 JSON/, large: /52 ?MB.*太大/, places: /hidden_size（第 1 行）/, notCounted: /只算语言模型/, wanted: /应为 1 到 4096 的整数，实为 1e308/,
    visual: /这是图像或视频模型/, notLoaded: /未能载入/, retry: "重试", more: /另有 \d+ 处/, unreadable: /读不了/,
    title: "估算有多准", errors: "各项任务的误差",
  },
};
const widths = [1280, 360];

/** Qwen3 8B as its publisher configures it, in what counts: 8,190,735,360 parameters. */
const qwen = {
  architectures: ["Qwen3ForCausalLM"], model_type: "qwen3", hidden_size: 4096, num_hidden_layers: 36, num_attention_heads: 32, num_key_value_heads: 8, head_dim: 128,
  intermediate_size: 12288, vocab_size: 151936, max_position_embeddings: 40960, tie_word_embeddings: false, torch_dtype: "bfloat16",
};

const { chromium, server } = await opened({ csp: strictCsp });

const calculator = (visit) => visit.locator("gpu-cost-calculator").first();
const set = (visit, change) => calculator(visit).evaluate((element, change) => element.setState(change), change);
const inputsOf = (visit) => calculator(visit).evaluate(({ inputs }) => inputs);
const outcome = (visit) => visit.locator("#config-outcome");
const chip = (visit, label) => activate(visit, `button:text-is("${label}")`);

async function openOwnModel(visit) {
  await activate(visit, "[data-part=ownModel] > summary");
  await visit.locator("[name=config]").waitFor();
}

async function paste(visit, text) {
  await tabTo(visit, "[name=config]");
  await visit.keyboard.press("Control+A");
  await visit.keyboard.press("Delete");
  await visit.keyboard.insertText(text);
}

/** Drops files of these texts, or of so many bytes, onto the field. */
async function drop(visit, files) {
  await visit.locator("[name=config]").evaluate((field, files) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text, bytes } of files) dataTransfer.items.add(new File([text ?? new Uint8Array(bytes)], name));
    const over = new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer });
    const drop = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
    field.dispatchEvent(over);
    field.dispatchEvent(drop);
    if (!over.defaultPrevented || !drop.defaultPrevented) throw new Error("the browser would open the file");
  }, files);
}

const says = async (visit, pattern) => {
  await visit.locator("#config-outcome", { hasText: pattern }).waitFor();
  return (await outcome(visit).textContent()).replace(/\s+/g, " ").trim();
};

for (const [locale, words] of Object.entries(languages)) {
  for (const width of widths) {
    describe(`${locale}, ${width} px`, () => {
      /** On a page that ends without an error in the console. */
      const walk = (name, run) =>
        test(name, async () => {
          const visit = await samePage(chromium, { locale, width, url: `${server.url}fixtures/f.html` });
          await run(visit, await answered(visit));
          assert.deepEqual(visit.problems, []);
        });

      /** The page of the fixture has no language of its own. */
      const assertAccessible = async (visit) => {
        await visit.evaluate((lang) => (document.documentElement.lang = lang), locale);
        assert.deepEqual(await axe(visit), []);
      };

      walk("a thousand images a day are sized by the month, and their memory is shown stage by stage", async (visit) => {
        await chip(visit, words.sdxl);
        const seen = await shows(visit, ({ reasons }) => assert.match(reasons.find((reason) => words.image.test(reason)) ?? reasons.join(), words.image));
        assert.match(seen.plan, /RTX 4090.*× 1 /);
        assert.match(seen.period, words.month);
        assertAddsUp(seen);
        const stages = await visit.locator("[part=memory] .stage").allTextContents();
        assert.equal(stages.length, 3);
        for (const [index, name] of words.stages.entries()) assert.ok(stages[index].includes(name) && /\d GiB/.test(stages[index]), stages[index]);
        // The decoder of 1024 × 1024 pixels holds far more than text encoders of 0.8e9 parameters.
        const [encoder, , decoder] = stages.map((text) => Number(/([\d.]+) GiB/.exec(text)[1]));
        assert.ok(encoder < decoder, stages.join());

        const settings = await calculator(visit).evaluate(({ result }) => result.requirement.settings.generation);
        assert.equal(settings.items, 30_000, "a day's items on each of 30 days");
        await choose(visit, "itemsPer", "all");
        await shows(visit, () => {});
        assert.equal(await calculator(visit).evaluate(({ result }) => result.requirement.settings.generation.items), 1_000);
      });

      walk("clips: another kind brings its own model, frames and size", async (visit) => {
        await chip(visit, words.wan);
        const seen = await shows(visit, ({ reasons }) => assert.ok(reasons.some((reason) => words.clip.test(reason)), reasons.join()));
        assertAddsUp(seen);
        assert.equal(await visit.locator("[name=videoFrames]").inputValue(), "81");
        assert.equal(await visit.locator("[name=width]").inputValue(), "832");
        await write(visit, "width", "416");
        await write(visit, "height", "240");
        const pace = ({ reasons }) => reasons.find((reason) => words.clip.test(reason) || /\d/.test(reason));
        const small = await shows(visit, (next) => assert.notEqual(pace(next), pace(seen)));
        assert.ok(small.total !== seen.total || small.reasons.join() !== seen.reasons.join());
        await choose(visit, "kind", "image");
        await shows(visit, ({ reasons }) => assert.ok(reasons.some((reason) => words.image.test(reason)), reasons.join()));
        assert.deepEqual(await inputsOf(visit).then(({ modelChoice, width: pixels }) => [modelChoice, pixels]), ["sdxl", undefined]);
        assert.equal(await visit.locator("[name=videoFrames]").count(), 0);
      });

      walk("settings show what is used, and every choice is one that core takes", async (visit) => {
        await chip(visit, words.expert);
        await visit.locator("[name=precision]").waitFor();
        for (const [name, value] of Object.entries({ precision: "bf16", optimizer: "adamW", recomputation: "", stateOffload: "none", software: "fused", sequenceTokens: "2048", microBatch: "1", globalBatch: "16" })) {
          assert.equal(await visit.locator(`[name=${name}]`).inputValue(), value, name);
        }
        await choose(visit, "precision", "fp32");
        // 7e9 parameters of 4 bytes, on however many cards.
        assert.ok((await weights(visit)) > 26, String(await weights(visit)));
        await set(visit, { inputs: { precision: "bf16" } });

        const offered = (name) => visit.locator(`select[name=${name}] option`).evaluateAll((options) => options.map(({ value }) => value).filter((value) => value !== ""));
        for (const name of ["optimizer", "precision", "recomputation", "stateOffload", "software"]) await takesAll(visit, name, await offered(name));
        await set(visit, { inputs: { task: "inference" } });
        await visit.locator("[name=kvCache]").waitFor();
        const formats = await offered("weights");
        assert.equal(formats.length, 34, formats.join());
        for (const name of ["weights", "kvCache", "software"]) await takesAll(visit, name, await offered(name));
        await set(visit, { inputs: { weights: "bf16" } });
        const whole = await weights(visit);
        await tabTo(visit, "select[name=weights]");
        await visit.keyboard.type("GGUF Q4_K_M");
        await visit.keyboard.press("Enter");
        // 4.85 bits instead of 16.
        assert.ok((await weights(visit)) < 0.4 * whole, `${await weights(visit)} of ${whole}`);
        assert.equal((await inputsOf(visit)).weights, "ggufQ4KM");
        await set(visit, { inputs: { task: "generation" } });
        await visit.locator("[name=offload]").waitFor();
        for (const name of ["weights", "offload", "kernels"]) await takesAll(visit, name, await offered(name));
      });

      walk("a pasted config.json is counted and used; so is a dropped one", async (visit) => {
        await openOwnModel(visit);
        await paste(visit, JSON.stringify(qwen));
        const read = await says(visit, words.used);
        assert.match(read, words.read);
        assert.match(read, /8\.19B/);
        assert.match(read, /40,960/);
        assert.equal((await inputsOf(visit)).modelChoice, "config");
        // 8.19e9 parameters of 2 bytes, and the adapters.
        assert.ok(Math.abs((await weights(visit)) - 15.3) < 0.3, String(await weights(visit)));
        const { modelCode } = await inputsOf(visit);

        // What is dropped may come with others; an expert model uses fewer parameters than it has.
        const mixture = { ...qwen, model_type: "qwen3_moe", moe_intermediate_size: 768, num_experts: 128, num_experts_per_tok: 8, decoder_sparse_step: 1, hidden_size: 2048, num_hidden_layers: 48, num_key_value_heads: 4 };
        await drop(visit, [{ name: "model.safetensors", bytes: 9 }, { name: "config.json", text: JSON.stringify(mixture, undefined, 2) }]);
        await says(visit, words.active);
        assert.match(await says(visit, words.used), /30\.5B.*3\.\d+B/);
        assert.notEqual((await inputsOf(visit)).modelCode, modelCode);

        // In another task it is there to be used.
        await choose(visit, "task", "inference");
        await activate(visit, "#config-outcome button");
        await says(visit, words.used);
        await assertAccessible(visit);
      });

      walk("a file that cannot be read is answered with every error and its place, and the last answer stays", async (visit, before) => {
        await openOwnModel(visit);
        await paste(visit, '{"model_type": "llama", "hidden_size": -4096, "num_hidden_layers": 1e308, "num_attention_heads": "32", "vocab_size": 0.5}');
        const all = await says(visit, words.places);
        assert.match(all, words.wanted);
        for (const path of ["hidden_size", "num_hidden_layers", "num_attention_heads", "vocab_size"]) assert.ok(all.includes(path), `${path}: ${all}`);
        for (const [text, expected] of [
          ["{", words.json], [JSON.stringify(qwen).slice(0, 120), words.json], ["[]", /\d/], ["null", /\d/], ["\u0000\ufffd<script>alert(1)</script>", words.json], ["[".repeat(100_000), words.json],
          [`{"model_type": "qwen3", "hidden_size": [${Array.from({ length: 500 }, () => '"x"').join()}], "num_hidden_layers": 3}`, words.more],
        ]) {
          await paste(visit, text);
          await says(visit, expected);
        }
        await drop(visit, [{ name: "config.json", bytes: 52_000_000 }]);
        await says(visit, words.large);
        await drop(visit, [{ name: "config.json", bytes: 4_000 }]);
        await says(visit, words.json);
        assert.equal((await answered(visit)).total, before.total);
        assert.equal(await visit.locator("[name=config][aria-invalid=true]").count(), 1);
        await assertAccessible(visit);
        await paste(visit, "");
        await visit.locator("[name=config]:not([aria-invalid])").waitFor();
      });

      walk("an unknown architecture is named, and estimated by size where one wants", async (visit) => {
        await set(visit, { inputs: { modelChoice: "qwen3-8b" } });
        await openOwnModel(visit);
        await paste(visit, '{"model_type": "transfusion9000", "hidden_size": 4096}');
        await says(visit, words.unknown);
        await activate(visit, `#config-outcome button:text-is("${words.bySize}")`);
        await visit.locator("[name=parameters]:focus").waitFor();
        assert.equal((await inputsOf(visit)).modelChoice, "bySize");
        await paste(visit, JSON.stringify({ model_type: "new_vl", text_config: qwen, vision_config: {} }));
        await says(visit, words.notCounted);
        await paste(visit, '{"_class_name": "UNet2DConditionModel", "block_out_channels": [320, 640], "cross_attention_dim": 768, "down_block_types": ["CrossAttnDownBlock2D", "DownBlock2D"], "up_block_types": ["UpBlock2D", "CrossAttnUpBlock2D"], "layers_per_block": 2}');
        await says(visit, words.visual);
      });

      walk("the module for images is loaded when it is needed; until then, and where it fails, the last answer stays", async (visit, before) => {
        const asked = [];
        visit.on("request", (request) => asked.push(new URL(request.url()).pathname));
        await visit.route(/gpu-cost-visual_bg/, (route) => route.abort());
        await choose(visit, "method", "qlora");
        assert.deepEqual(asked.filter((path) => /visual|more/.test(path)), []);
        await calculator(visit).evaluate((element) => {
          window.failures = [];
          element.addEventListener("gpu-cost-error", ({ code }) => window.failures.push(code));
        });
        await set(visit, { inputs: { method: "lora" } });
        await set(visit, { inputs: { task: "generation" } });
        await visit.locator(".note", { hasText: words.notLoaded }).waitFor();
        assert.equal((await answered(visit)).total, before.total);
        assert.deepEqual(await visit.evaluate(() => window.failures), ["wasm-fetch"]);
        await visit.unroute(/gpu-cost-visual_bg/);
        await chip(visit, words.retry);
        await shows(visit, ({ reasons }) => assert.ok(reasons.some((reason) => words.image.test(reason)), reasons.join()));
        // From then on it answers everything, the same.
        await set(visit, { inputs: { task: "fineTuning" } });
        await shows(visit, ({ total, plan }) => assert.deepEqual([total, plan], [before.total, before.plan]));
        assert.equal(asked.filter((path) => /gpu-cost-visual_bg/.test(path)).length, 2);
        visit.problems.length = 0; // of the request that was aborted
      });

      walk("a host may begin with videos", async (visit) => {
        await visit.evaluate(() => {
          const element = document.createElement("gpu-cost-calculator");
          element.setAttribute("preset", "wan-clips");
          element.setAttribute("catalog", "f.json");
          document.querySelector("main").append(element);
        });
        const seen = await shows(visit, ({ total, reasons }) => assert.ok(total && reasons.some((reason) => words.clip.test(reason)), reasons.join()), 1);
        assertAddsUp(seen);
      });
    });
  }
}

/** GiB of weights on all cards together. */
async function weights(visit) {
  const { gpus, layout, memory } = await calculator(visit).evaluate(({ result }) => result.best);
  return (memory.parts.weights / 2 ** 30) * (layout === "replicated" ? 1 : gpus);
}

/** Core refuses none of the values. */
async function takesAll(visit, name, values) {
  assert.ok(values.length >= 2, `${name}: ${values}`);
  const refused = await calculator(visit).evaluate((element, [name, values]) => {
    const counts = [];
    element.addEventListener("gpu-cost-result", () => counts.push(1));
    const wrong = values.filter((value) => (counts.length = 0, element.setState({ inputs: { [name]: value } }), counts.length === 0));
    element.setState({ inputs: { [name]: values[0] } });
    return wrong;
  }, [name, values]);
  assert.deepEqual(refused, [], name);
}

describe("the page of errors", () => {
  for (const [locale, words] of Object.entries(languages)) {
    for (const width of [1280, 320]) {
      test(`${locale}, ${width} px: every figure is that of the document, and nothing else is asked for`, async () => {
        const { readFile } = await import("node:fs/promises");
        const document = await readFile(new URL("../../src/core/data/accuracy.md", import.meta.url), "utf8");
        const visit = await page(chromium, { locale, width });
        const asked = [];
        visit.on("request", (request) => asked.push(new URL(request.url()).pathname));
        await visit.goto(`${server.url}accuracy.html`);
        assert.equal(await visit.locator("h1").innerText(), words.title);
        assert.match(await visit.title(), new RegExp(words.title));
        await visit.locator("details").evaluateAll((all) => all.forEach((details) => (details.open = true)));
        const rows = await visit.locator("tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));
        const tables = document.match(/^\| task .*\n(\|.*\n)+/gm).map((table) => table.trim().split("\n").slice(2));
        assert.equal(rows.length, tables.flat().length);
        const shown = new Set(rows.map((row) => row.slice(1).filter((cell) => /\d/.test(cell)).map((cell) => cell.split(" ")[0]).toSorted().join()));
        let missed = 0;
        for (const line of tables[0]) {
          const [, , ...cells] = line.split("|").map((cell) => cell.trim());
          const numbers = cells.filter((cell, index) => /\d/.test(cell) && ![4, 8].includes(index)).toSorted().join();
          assert.ok(shown.has(numbers), `${line}: ${numbers}`);
          const [median, leftOut, bar, leftOutBar] = [2, 7, 10, 11].map((index) => Number(cells[index]));
          missed += Number(bar < median) + Number(leftOutBar < leftOut);
        }
        assert.equal(await visit.locator("td b:visible").count(), missed, "bars that are not held");
        for (const line of [...tables[1], ...tables[2]]) {
          const numbers = line.split("|").map((cell) => cell.trim()).filter((cell) => /^-?\d+(\.\d+)?$/.test(cell));
          assert.ok(rows.some((row) => numbers.every((number) => row.includes(number))), line);
        }
        assert.deepEqual([...new Set(asked)].filter((path) => !["/accuracy.html", "/page.css", "/page.js", "/icon.svg"].includes(path)), []);
        if ((locale === "en") === (width === 320)) assert.deepEqual(await axe(visit), []);
        const { scroll, client } = await visit.evaluate(() => ({ scroll: document.documentElement.scrollWidth, client: document.documentElement.clientWidth }));
        assert.ok(scroll <= client, `${scroll} in ${client}`);
        assert.deepEqual(visit.problems, []);
        await visit.goto(server.url);
        await visit.locator(`a[href^="accuracy.html"]:visible`).click();
        await visit.locator(`h2:has-text("${words.errors}")`).waitFor();
        await visit.context().close();
      });
    }
  }
});
