// The table of cards: search, order, details, comparison, guide classes, both languages, every width, under the strict policy.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, test } from "node:test";
import { axe, opened, page, strictCsp } from "./harness.mjs";

const words = {
  "zh-CN": { unknown: "未公布", highest: /最高/, refused: /最多对比四款/, guide: "不是真实显卡", right: /相符/, wrong: /不符/, sparse: /稀疏/, bridge: /只在 2 张之间/, none: /没有符合的显卡/ },
  en: { unknown: "not stated", highest: /highest/, refused: /Four cards at most/, guide: "not a real card", right: /right/, wrong: /wrong/, sparse: /sparse/, bridge: /only 2 cards/, none: /No GPU matches/ },
};

const { chromium, server } = await opened({ csp: strictCsp });

const clean = (text) => text.replace(/\s+/g, " ").trim();
const rows = (visit) => visit.locator("gpu-cost-specs tbody tr[data-id]");
const row = (visit, id) => visit.locator(`gpu-cost-specs tr[data-id="${id}"]`);
const ids = (visit) => rows(visit).evaluateAll((all) => all.map((row) => row.dataset.id));
const column = (visit, name) => visit.locator(`gpu-cost-specs .specs td[data-column=${name}] > span:last-child`).allTextContents().then((all) => all.map(clean));

/** What only this table shows of the cards. */
async function generated(name) {
  return JSON.parse(await readFile(new URL(`../../www/element/specs/${name}.json`, import.meta.url), "utf8"));
}

/** The page with the table in sight. */
async function open(options = {}) {
  const visit = await page(chromium, { url: server.url, ...options });
  await visit.locator("gpu-cost-specs").scrollIntoViewIfNeeded();
  await rows(visit).first().waitFor();
  return visit;
}

async function showAll(visit) {
  await visit.locator("gpu-cost-specs").getByRole("button", { name: /Show all|显示全部/ }).click();
}

async function search(visit, text) {
  await visit.locator("gpu-cost-specs input[type=search]").fill(text);
}

describe("the table", () => {
  let visit;
  before(async () => {
    visit = await open({ locale: "en" });
    await showAll(visit);
  });
  after(async () => {
    assert.deepEqual(visit.problems, []);
    await visit.context().close();
  });

  test("is not loaded before it comes near", async () => {
    const far = await page(chromium, { url: server.url });
    await far.locator("gpu-cost-calculator [part=total]").waitFor();
    assert.equal(await far.evaluate(() => customElements.get("gpu-cost-specs") === undefined), true);
    await far.context().close();
  });

  const searches = {
    "4090 24G": ["nvidia-rtx-4090-24gb", "nvidia-rtx-4090-d-24gb"],
    RTX4090: ["nvidia-rtx-4090-24gb", "nvidia-rtx-4090-48gb-mod", "nvidia-rtx-4090-d-24gb"],
    "A100-80G": ["nvidia-a100-pcie-80gb", "nvidia-a100-sxm-80gb"],
    "a100 80 GB sxm": ["nvidia-a100-sxm-80gb"],
    "ｈ２００": ["nvidia-h200-nvl-141gb", "nvidia-h200-sxm-141gb"],
    "昇腾 910b3": ["huawei-ascend-910b3-64gb"],
    "华为 910C": ["huawei-ascend-910c-a3-560t-64gb", "huawei-ascend-910c-a3-752t-64gb"],
    寒武纪: ["cambricon-mlu370-s4-24gb", "cambricon-mlu370-x8-24gb", "cambricon-mlu590-96gb"],
    壁仞: ["biren-br104-32gb", "biren-br106-106m"],
    壁仞104P: ["biren-br104-32gb"],
    平头哥: ["thead-ppu-96gb"],
    真武810E: ["thead-ppu-96gb"],
    思元590: ["cambricon-mlu590-96gb"],
    曦云: ["metax-c500-64gb", "metax-c550-64gb"],
    天垓150: ["iluvatar-bi-v150-32gb"],
    云燧: ["enflame-s60-48gb", "enflame-t20-32gb"],
    昆仑芯P800: ["kunlunxin-p800-96gb"],
    摩尔线程: ["moore-mtt-s4000-48gb", "moore-mtt-s5000-80gb", "moore-mtt-s80-16gb"],
    "海光 K100": ["hygon-k100-64gb", "hygon-k100-ai-64gb"],
    魔改: ["nvidia-rtx-2080-ti-22gb-mod", "nvidia-rtx-4090-48gb-mod"],
    "英伟达 4090D": ["nvidia-rtx-4090-d-24gb"],
    "4090 D": ["nvidia-rtx-4090-d-24gb"],
    "CDNA 4": ["amd-mi350x-288gb", "amd-mi355x-288gb"],
    ironwood: ["google-tpu-v7-192gb"],
    "旗舰 双精度 sxm5": ["nvidia-h100-sxm-80gb", "nvidia-h200-sxm-141gb"],
    "pretraining amd": ["amd-mi300x-192gb", "amd-mi325x-256gb", "amd-mi350x-288gb", "amd-mi355x-288gb"],
    "hopper hbm2e": ["nvidia-h100-pcie-80gb", "nvidia-h800-pcie-80gb"],
  };
  for (const [query, expected] of Object.entries(searches)) {
    test(`finds ${query}`, async () => {
      await search(visit, query);
      assert.deepEqual((await ids(visit)).sort(), expected);
    });
  }

  test("says so where nothing is found, and a card of a guide is never listed", async () => {
    for (const query of ["4096", "guide", "article", "含光", "智铠"]) {
      await search(visit, query);
      assert.equal(await rows(visit).count(), 0, query);
      assert.match(await visit.locator("gpu-cost-specs .note").first().textContent(), words.en.none);
    }
    await search(visit, "");
  });

  test("every column sorts both ways, unknown last", async () => {
    const all = await rows(visit).count();
    assert.ok(all > 100, `${all} cards`);
    assert.deepEqual((await ids(visit)).filter((id) => id.startsWith("ref-")), []);
    const heads = visit.locator("gpu-cost-specs .specs thead th");
    const columns = await rows(visit).first().locator("td[data-column]").evaluateAll((cells) => cells.map(({ dataset }) => dataset.column));
    assert.equal(await heads.count(), columns.length + 2, "one to choose, one for the name");
    const words = { tier: ["Entry", "Mainstream", "Flagship"], form: ["PCIe card", "PCIe card (NVL)", "SXM module", "OAM module", "own module"], confidence: ["Secondary", "Vendor"] };
    for (const [index, name] of columns.entries()) {
      const head = heads.nth(index + 2);
      for (const direction of ["descending", "ascending"]) {
        await head.getByRole("button").click();
        assert.equal(await head.getAttribute("aria-sort"), direction, name);
        assert.equal(await visit.locator("gpu-cost-specs [aria-sort]").count(), 1);
        const texts = await column(visit, name);
        assert.equal(texts.length, all);
        const isUnknown = (text) => /not stated|figures missing|^Direct$|^Direct · joins|^PCIe$/.test(text);
        const known = texts.filter((text) => !isUnknown(text));
        assert.ok(known.length > 10 && texts.slice(known.length).every(isUnknown), `${name}: unknown is last`);
        const numbers = known.map((text) => words[name]?.indexOf(text) ?? Number(/[\d,.]+/.exec(text)[0].replaceAll(",", "")));
        const expected = numbers.toSorted((a, b) => (direction === "ascending" ? a - b : b - a));
        assert.deepEqual(numbers, expected, `${name} ${direction}`);
      }
    }
    const nameHead = visit.locator("gpu-cost-specs .specs thead th").nth(1);
    await nameHead.getByRole("button").click();
    assert.equal(await nameHead.getAttribute("aria-sort"), "ascending");
    assert.equal((await ids(visit))[0], "nvidia-a10-24gb");
  });

  test("what is not stated is never zero", async () => {
    const texts = await visit.locator("gpu-cost-specs .specs td[data-column]").allTextContents();
    assert.deepEqual(texts.map(clean).filter((text) => /(^|\s)0(\s|$)|NaN|undefined|null/.test(text)), []);
    assert.match(await row(visit, "nvidia-a100-sxm-80gb").locator("[data-column=fp8]").textContent(), new RegExp(words.en.unknown));
  });

  test("details: every figure, what is easily misread, sources", async () => {
    await search(visit, "");
    const details = (id) => visit.locator(`gpu-cost-specs #detail-${id}`);
    const opener = row(visit, "nvidia-a100-pcie-80gb").locator(".opener");
    assert.equal(await opener.getAttribute("aria-expanded"), "false");
    await opener.focus();
    await visit.keyboard.press("Enter");
    assert.equal(await opener.getAttribute("aria-expanded"), "true");
    const text = clean(await details("nvidia-a100-pcie-80gb").textContent());
    for (const part of ["TF32", "156", "1,935", "HBM2e", "dense"]) assert.ok(text.includes(part), `${part}: ${text}`);
    assert.match(text, words.en.sparse);
    assert.match(text, words.en.bridge);
    const links = await details("nvidia-a100-pcie-80gb").locator("a").evaluateAll((all) => all.map(({ href, rel }) => [href, rel]));
    const sources = await details("nvidia-a100-pcie-80gb").locator(".sources li").count();
    assert.ok(0 < links.length && links.length < sources, "those without an address are named, not linked");
    const own = await generated("field-sources");
    const marks = await details("nvidia-a100-pcie-80gb").locator("dd small").allTextContents();
    assert.equal(marks.length, Object.keys(own["nvidia-a100-pcie-80gb"] ?? {}).length, "a figure whose sources are not those of the row names them");
    for (const number of marks.flatMap((text) => text.match(/\d+/g))) assert.ok(1 <= number && number <= sources, marks.join());
    for (const [href, rel] of links) {
      assert.match(href, /^https?:\/\//);
      assert.match(rel, /noopener/);
    }
  });

  test("a derived figure has a mark and says what it was made from; no other has one", async () => {
    const derived = await generated("derived");
    const fields = { memory: "memory_gib", bandwidth: "bandwidth_gb_s", bf16: "bf16_tflops", fp16: "fp16_tflops", fp16Fp16Accumulate: "fp16_fp16_accumulate_tflops", fp8: "fp8_tflops", int8: "int8_tops", fp64: "fp64_tflops", power: "power_w" };
    const marks = await rows(visit).evaluateAll((all) => all.flatMap(({ dataset: { id }, cells }) =>
      [...cells].filter((cell) => cell.querySelector(":scope > span > .derived")).map((cell) => `${id} ${cell.dataset.column}`)));
    const expected = (await ids(visit)).flatMap((id) => Object.entries(fields).filter(([, field]) => derived[id]?.[field]).map(([figure]) => `${id} ${figure}`));
    assert.ok(expected.length > 100);
    assert.deepEqual(marks.filter((mark) => !mark.endsWith(" link")).sort(), expected.sort());
    const how = {
      "nvidia-h200-nvl-141gb": ["from the printed sparse peak", "0.5 × FP16, by architecture"],
      "amd-mi250x-64gb": ["one device's share of a board or server"],
      "amd-mi350x-288gb": ["0.9167 × that of the Instinct MI355X 288GB", "as in the Instinct MI300X 192GB"],
      "metax-c500-64gb": ["equal to FP16, by architecture"],
    };
    for (const [id, sentences] of Object.entries(how)) {
      await row(visit, id).locator(".opener").click();
      const details = visit.locator(`gpu-cost-specs #detail-${id}`);
      const said = await details.locator(".derivation").allTextContents();
      assert.equal(said.length, Object.keys(derived[id]).length + await details.locator("dt", { hasText: /^Link between/ }).locator("xpath=..").locator(".derivation").count());
      for (const sentence of sentences) assert.ok(said.includes(sentence), `${id}: ${sentence} in ${said}`);
      assert.match(await details.locator(".legend").textContent(), /^† Derived/);
      await row(visit, id).locator(".opener").click();
    }
  });

  test("a row is the vendor's where vendors' texts, or who quotes them, state memory, bandwidth and main speed; each source says its kind", async () => {
    const [derived, places, cited] = await Promise.all(["derived", "field-sources", "sources"].map(generated));
    const sources = Object.values(cited.sources);
    const sourcesOf = (id) => cited.gpus[id].map((place) => sources[place - 1]);
    const labels = await rows(visit).evaluateAll((all) => all.map(({ dataset: { id }, cells }) => {
      const text = (column) => [...cells].find((cell) => cell.dataset.column === column).querySelector(":scope > span:last-child").textContent.trim();
      return { id, label: text("confidence"), main: ["bf16", "fp16", "fp8"].find((column) => text(column) !== "not stated") };
    }));
    const isVendors = (id, field) => {
      const all = sourcesOf(id).map(({ kind }) => kind);
      const own = places[id]?.[field]?.map((place) => all[place - 1]) ?? all;
      return !["multiple", "copied"].includes(derived[id]?.[field]?.kind) && own.some((kind) => kind === "vendor" || kind === "quote");
    };
    const documented = labels.filter(({ main }) => main !== undefined);
    assert.ok(documented.length > 100);
    for (const { id, label, main } of documented) {
      const expected = ["memory_gib", "bandwidth_gb_s", `${main}_tflops`].every((field) => isVendors(id, field)) ? "Vendor" : "Secondary";
      assert.equal(label, expected, id);
    }
    await row(visit, "nvidia-h200-nvl-141gb").locator(".opener").click();
    const kinds = await visit.locator("gpu-cost-specs #detail-nvidia-h200-nvl-141gb .sources .tag").allTextContents();
    const names = { vendor: "vendor", quote: "quotes the vendor", cloud: "cloud", database: "database", table: "table", press: "press", notes: "notes" };
    assert.deepEqual(kinds, sourcesOf("nvidia-h200-nvl-141gb").map(({ kind }) => names[kind]));
    await row(visit, "nvidia-h200-nvl-141gb").locator(".opener").click();
  });

  const traps = {
    "nvidia-rtx-4090-24gb": [/FP16 accumulation/, /330/, /660\.6 is both/, /1,321.*FP8.*8 times/, /RTX 6000 Ada/, /4090 D/],
    "nvidia-rtx-5090-d-32gb": [/about 297 is with FP16/, /2,375.*FP4/, /Export version of the GeForce RTX 5090/],
    "nvidia-rtx-6000d-84gb": [/Export version of the RTX PRO 6000.*84 GiB instead of 96 GiB/],
    "nvidia-h800-sxm-80gb": [/FP64 is only 1 TFLOPS/, /Export version of the H100/],
    "nvidia-k80-12gb": [/No FP16, no BF16/, /2 of these devices/],
    "amd-radeon-pro-v520-8gb": [/No matrix units/],
    "huawei-ascend-910b4-32gb": [/910B4 64GB/, /910B3/],
    "nvidia-v100s-pcie-32gb": [/V100 SXM2 32GB/],
    "nvidia-gh200-96gb": [/one GPU and one CPU/],
    "nvidia-gb300-279gb": [/superchip/, /FP64 is only 1\.3/],
    "nvidia-rtx-5090-32gb": [/3,352.*FP4.*16 times/, /838.*block.*419/],
    "aws-trainium2-96gb": [/BF16 is 667 dense, about 2,563 sparse/],
    "nvidia-b300-sxm": [/INT8 is only 153\.5 TOPS/, /FP4 is 13,500 dense, about 18,000 sparse/, /288 GB is the physical capacity/],
    "nvidia-l40-48gb": [/same chip as the L40S.*362 there, 181 here/],
    "nvidia-a16-16gb": [/4 of these devices/],
    "nvidia-a800-sxm-80gb": [/Export version of the A100 SXM4 80GB.*400 GB\/s instead of 600 GB\/s/],
    "nvidia-h20-96gb": [/148 TFLOPS instead of 989 TFLOPS/],
    "nvidia-rtx-pro-6000-bw-server-96gb": [/Workstation.*1,792 GB\/s/],
    "nvidia-t4-16gb": [/No BF16/],
    "nvidia-p40-24gb": [/slower than FP32/],
  };
  for (const [id, expected] of Object.entries(traps)) {
    test(`traps of ${id}`, async () => {
      await row(visit, id).locator(".opener").click();
      const text = clean(await visit.locator(`gpu-cost-specs #detail-${id} .note`).textContent());
      for (const pattern of expected) assert.match(text, pattern);
      await row(visit, id).locator(".opener").click();
      assert.equal(await visit.locator(`gpu-cost-specs #detail-${id}`).count(), 0);
    });
  }

  // Notes and names are written by hand, row by row: where they speak of a kind of trap, the row must have it.
  test("no row is left out of a kind of trap that its note or its name speaks of", async () => {
    const [notes, names] = await Promise.all([generated("notes"), generated("names")]);
    const kinds = [
      [/Export part/, /Export version/],
      [/No BF16/, /No (matrix units and no )?BF16|slower than FP32/],
      [/No matrix units/, /No matrix units/],
      [/No FP16(?! of)/, /No FP16/],
      [/(is|are) sparse/, /sparse/],
      [/AI TOPS/, /AI TOPS/],
      [/physical capacity/, /physical capacity/],
      [/exchanged by third parties/, /no warranty/],
      [/(board|card|package) has (two|four)/, /of these devices/],
      [/superchip|NVLink-C2C/, /superchip|one CPU/],
      [/bridged pair/, /joins only/],
      [/block-scaled rate.*unscaled/, /needs block scaling/],
      [/Almost no INT8/, /INT8 is only/],
      [/INT8 and FP64|FP64 (0\.8 )?to( about)? 1/, /FP64 is only/],
    ];
    const said = await visit.locator("gpu-cost-specs").evaluate(async (element) => {
      const all = [...element.shadowRoot.querySelectorAll("tr[data-id]")];
      for (const opener of element.shadowRoot.querySelectorAll(".opener[aria-expanded=false]")) opener.click();
      await element.updateComplete;
      return Object.fromEntries(all.map(({ dataset: { id } }) => [id, element.shadowRoot.querySelector(`#detail-${id} .note`)?.textContent ?? ""]));
    });
    const missed = Object.entries(notes).flatMap(([id, note]) => kinds.filter(([spoken, trap]) => id in said && spoken.test(note) && !trap.test(said[id])).map(([spoken]) => `${id}: ${spoken}`));
    assert.deepEqual(missed, []);
    const isShared = (id) => Object.entries(names).some(([other, theirs]) => other !== id && theirs.some((name) => /\d/.test(name) && names[id].includes(name)));
    const unsaid = Object.keys(said).filter((id) => isShared(id) && !/Names like this/.test(said[id]));
    assert.deepEqual(unsaid, [], "cards of one name");
  });
});

for (const locale of ["zh-CN", "en"]) {
  const say = words[locale];

  describe(`comparison, ${locale}`, () => {
    test("four side by side, a fifth refused", async () => {
      const visit = await open({ locale });
      await showAll(visit);
      const four = ["nvidia-rtx-4090-24gb", "nvidia-a100-sxm-80gb", "nvidia-h100-sxm-80gb", "amd-mi300x-192gb"];
      for (const id of four) await row(visit, id).locator("input[type=checkbox]").check();
      const fifth = row(visit, "nvidia-t4-16gb").locator("input[type=checkbox]");
      await fifth.click();
      assert.equal(await fifth.isChecked(), false);
      assert.match(await visit.locator("gpu-cost-specs .tray .warning").textContent(), say.refused);

      await visit.locator("gpu-cost-specs .tray .primary").click();
      const panel = visit.locator("gpu-cost-specs [part=compare]");
      assert.equal(await panel.locator("thead th").count(), 4);
      assert.equal(await visit.locator("gpu-cost-specs").evaluate((element) => element.shadowRoot.activeElement.id), "compare-title");
      const cells = async (figure) => (await panel.locator(`tr[data-figure=${figure}] td > span:last-child`).allTextContents()).map(clean);
      const memory = await cells("memory");
      assert.deepEqual(memory.map((text) => say.highest.test(text)), [false, false, false, true]);
      assert.deepEqual(memory.map((text) => /^\d+/.exec(text)[0]), ["24", "80", "80", "192"]);
      assert.equal((await cells("fp8"))[1], say.unknown);
      assert.ok((await cells("power")).every((text) => !say.highest.test(text)), "more power is not better");
      const before = await panel.locator("tbody tr").count();
      await panel.locator("input[type=checkbox]").check();
      const after = await panel.locator("tbody tr").count();
      assert.ok(0 < after && after < before, `${before} rows, ${after} of them differ`);

      await visit.locator("gpu-cost-specs .tray .chip").first().click();
      assert.equal(await panel.locator("thead th").count(), 3);
      await fifth.check();
      assert.equal(await panel.locator("thead th").count(), 4);
      await search(visit, "t4");
      assert.equal(await panel.locator("thead th").count(), 4, "what is chosen does not depend on the search");
      assert.deepEqual(await axe(visit), []);
      assert.deepEqual(visit.problems, []);
      await visit.context().close();
    });
  });

  test(`guide classes, ${locale}: marked, beside the real cards, with what is wrong`, async () => {
    const visit = await open({ locale });
    const guides = visit.locator("gpu-cost-specs [part=guide]");
    assert.equal(await guides.count(), 3);
    const read = async (id) => {
      const guide = visit.locator(`gpu-cost-specs [part=guide][data-id=ref-article-${id}]`);
      assert.equal(clean(await guide.locator(".badge").textContent()), say.guide);
      const figures = await guide.locator("tbody tr").evaluateAll((all) =>
        all.map((row) => [row.dataset.figure, [...row.querySelectorAll("td > span:last-child")].map((cell) => cell.textContent.replace(/\s+/g, " ").trim())]),
      );
      return Object.fromEntries(figures);
    };
    const consumer = await read("consumer-flagship");
    assert.deepEqual(consumer.bf16.slice(0, 4), ["210", "165.2", "147.1", "209.5"]);
    assert.match(consumer.bf16.at(-1), say.wrong);
    assert.match(consumer.memory.at(-1), say.right);
    const inference = await read("inference-card");
    assert.deepEqual(inference.bandwidth.slice(0, 3), ["600", "600", "933"]);
    for (const figure of ["memory", "fp32", "fp16", "int8"]) assert.match(inference[figure].at(-1), say.wrong);
    const training = await read("training-flagship");
    assert.deepEqual(training.memory.slice(0, 3), ["80 GiB HBM3", "80 GiB HBM2e", "80 GiB HBM2e"]);
    assert.match(training.memory.at(-1), say.wrong);
    for (const figure of ["fp32", "fp16", "int8"]) assert.match(training[figure].at(-1), say.right);
    await visit.context().close();
  });
}

test("the language follows the page; numbers and what is open stay", async () => {
  const visit = await open({ locale: "en" });
  await search(visit, "h100");
  await row(visit, "nvidia-h100-sxm-80gb").locator(".opener").click();
  const numbers = await column(visit, "bf16");
  await visit.locator("gpu-cost-calculator").evaluate((element) => (element.locale = "zh-CN"));
  await visit.locator("gpu-cost-specs h2", { hasText: "显卡规格" }).waitFor();
  assert.deepEqual(await column(visit, "bf16"), numbers);
  assert.match(await visit.locator("gpu-cost-specs #detail-nvidia-h100-sxm-80gb .note").textContent(), words["zh-CN"].sparse);
  const texts = await visit.locator("gpu-cost-specs th, gpu-cost-specs dt").allTextContents();
  assert.ok(texts.some((text) => text.includes("显存")));
  await visit.context().close();
});

describe("nothing is wider than the window, axe finds nothing", () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const [locale, width] of [["zh-CN", 320], ["en", 320], ["en", 360], ["zh-CN", 360], ["zh-CN", 1280], ["en", 1280], ["en", 800]]) {
      test(`${colorScheme}, ${locale}, ${width} px`, async () => {
        const visit = await open({ colorScheme, locale, width });
        // With the longest names, the longest values and what is not stated.
        for (const [query, id] of [["A100 PCIe 80G", "nvidia-a100-pcie-80gb"], ["H20 96G", "nvidia-h20-96gb"], ["MI250X", "amd-mi250x-64gb"], ["6000D", "nvidia-rtx-6000d-84gb"]]) {
          await search(visit, query);
          await row(visit, id).locator("input[type=checkbox]").check();
        }
        await row(visit, "nvidia-rtx-6000d-84gb").locator(".opener").click();
        await visit.locator("gpu-cost-specs .tray .primary").click();
        await visit.locator("gpu-cost-specs .rules > summary").click();
        const { scroll, client } = await visit.evaluate(() => ({ scroll: document.documentElement.scrollWidth, client: document.documentElement.clientWidth }));
        assert.ok(scroll <= client, `${scroll} in ${client}`);
        const cut = await visit.locator("gpu-cost-specs [part=compare] tbody :is(th, td) > span").evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => clientWidth < scrollWidth).map(({ textContent }) => textContent));
        assert.deepEqual(cut, []);
        assert.deepEqual(await axe(visit), []);
        assert.deepEqual(visit.problems, []);
        await visit.context().close();
      });
    }
  }
});

test("in a narrow window the order is chosen from a list", async () => {
  const visit = await open({ locale: "en", width: 360 });
  assert.equal(await visit.locator("gpu-cost-specs thead").first().isVisible(), false);
  await visit.locator("gpu-cost-specs #sort").selectOption("memory");
  assert.equal((await ids(visit))[0], "amd-mi350x-288gb");
  await visit.locator("gpu-cost-specs .segments button").nth(1).click();
  assert.equal((await ids(visit))[0], "nvidia-rtx-2080-8gb");
  assert.ok(await row(visit, "nvidia-rtx-2080-8gb").locator(".cell-label").first().isVisible());
  await visit.context().close();
});

for (const width of [1280, 900, 360]) {
  test(`${width} px, by keyboard: the focus is seen, neither under the head nor under what was chosen`, async () => {
    const visit = await open({ locale: "en", width, height: 740 });
    for (const which of [0, 1, 2]) await visit.locator("gpu-cost-specs tbody input[type=checkbox]").nth(which).check();
    for (const [key, from] of [["Tab", "#search"], ["Shift+Tab", "tr[data-id=nvidia-h20-141gb] .opener"]]) {
      await visit.locator(`gpu-cost-specs ${from}`).focus();
      for (let presses = 0; presses < 30; presses += 1) {
        await visit.keyboard.press(key);
        const stop = await visit.locator("gpu-cost-specs").evaluate(({ shadowRoot }) => {
          const node = shadowRoot.activeElement;
          if (node === null) return undefined;
          const { left, top, width, height } = node.getBoundingClientRect();
          const above = shadowRoot.elementFromPoint(left + width / 2, top + height / 2);
          const rings = [node, node.closest(".box"), node.closest("label")].filter((ring) => ring !== null).map((ring) => getComputedStyle(ring));
          const isSeen = rings.some(({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && parseFloat(outlineWidth) >= 2);
          return { name: node.textContent.trim() || node.ariaLabel, isSeen, isOnTop: node.closest(".tray, label")?.contains(above) || node.contains(above) };
        });
        if (stop === undefined) break;
        assert.ok(stop.isSeen && stop.isOnTop, `${key} ${presses}: ${JSON.stringify(stop)}`);
      }
    }
    await visit.context().close();
  });
}
