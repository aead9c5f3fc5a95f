// What the estimates know beside the answer: what was chosen for a training, what the host keeps, what no measurement covers, what
// cards serve at most; and that each part that is loaded later can be asked for again. On fixture F, in both languages.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { opened, samePage, strictCsp } from "./harness.mjs";
import { activate, answered, choose, digits, openStep, shows, tabTo, write } from "./visitor.mjs";

const languages = {
  en: {
    expert: "Expert", automatic: /recomputation\s*automatic: (None|Selective|Full)/, spread: "How cards share the work", ways: { data: "data parallel", tensor: "tensor parallel", pipeline: "pipeline parallel", context: "sequence parallel" }, host: /^Each card also needs ([\d.]+) GiB of the host's memory/,
    outside: /^Outside of what we have measurements for: model size\./, million: /^CN¥([\d.]+) per million answer tokens/, first: /first token after [\d.–]+ second/, needed: "Cards you need",
    notLoaded: /could not be loaded/, retry: "Try again",
  },
  "zh-CN": {
    expert: "专家", automatic: /激活重算\s*自动：(不重算|部分重算|全部重算)/, spread: "多卡分工", ways: { data: "数据并行", tensor: "张量并行", pipeline: "流水线并行", context: "序列并行" }, host: /^每张卡另需主机内存 ([\d.]+) GiB/,
    outside: /^模型规模超出了我们有实测数据的范围/, million: /^每百万输出 token ¥([\d.]+)/, first: /首个 token 约 [\d.–-]+ ?秒/, needed: "您需要的卡数",
    notLoaded: /未能载入/, retry: "重试",
  },
};

const { chromium, server } = await opened({ csp: strictCsp });

const calculator = (visit) => visit.locator("gpu-cost-calculator").first();
const set = (visit, inputs) => calculator(visit).evaluate((element, inputs) => element.setState({ inputs }), inputs);
const best = (visit) => calculator(visit).evaluate(({ result }) => result.best);

for (const [locale, words] of Object.entries(languages)) {
  for (const width of [1280, 360]) {
    describe(`${locale}, ${width} px`, () => {
      const walk = (name, run) =>
        test(name, async () => {
          const visit = await samePage(chromium, { locale, width, url: `${server.url}fixtures/f.html` });
          await run(visit, await answered(visit));
          assert.deepEqual(visit.problems, []);
        });

      walk("what is chosen for a training is said, and changes with what the visitor wants", async (visit) => {
        await set(visit, { parameters: 13e9, method: "full" });
        await activate(visit, ".assumptions .more > summary");
        const settings = visit.locator(".assumptions table");
        await settings.filter({ hasText: words.automatic }).waitFor();
        // 16 bytes of state for each of 13e9 parameters do not fit on one card of 80 GB, so several share the work.
        const { gpus: cards, arrangement: way } = await best(visit);
        const spread = await settings.locator("tr", { hasText: words.spread }).textContent();
        const shared = Object.keys(words.ways).filter((name) => way[name] > 1);
        assert.ok(shared.length > 0 && shared.every((name) => spread.includes(`${words.ways[name]} ${way[name]}`)), spread);
        assert.equal(shared.reduce((product, name) => product * way[name], 1), cards, spread);

        await activate(visit, `button:text-is("${words.expert}")`);
        await visit.locator("[name=recomputation]").waitFor();
        assert.equal(await visit.locator("[name=recomputation]").inputValue(), "");
        await choose(visit, "recomputation", "full");
        assert.equal((await best(visit)).arrangement.recomputation, "full");
        await tabTo(visit, "[name=recomputation]");
        await visit.keyboard.press("Home");
        assert.equal(await calculator(visit).evaluate(({ inputs }) => inputs.recomputation), undefined);

        await choose(visit, "stateOffload", "weights");
        const { warnings } = await shows(visit, ({ warnings }) => assert.match(warnings.join("\n"), new RegExp(words.host, "m")));
        const [, gib] = warnings.map((warning) => words.host.exec(warning)).find((found) => found !== null);
        const { gpus, memory, arrangement } = await best(visit);
        assert.notEqual(arrangement.offload, "none");
        assert.ok(Math.abs(Number(gib) - memory.host / 2 ** 30) < 0.6, `${gib} of ${memory.host}`);
        // Master weights, two moments and gradients: 16 bytes of each parameter, on all cards together.
        assert.ok(Math.abs((gpus * memory.host) / 13e9 - 16) < 0.1, `${gpus} × ${memory.host}`);
      });

      walk("an estimate outside of all measurements says so beside the range", async (visit) => {
        await set(visit, { parameters: 1e7, method: "full" });
        await shows(visit, ({ warnings }) => assert.match(warnings.join("\n"), new RegExp(words.outside, "m")));
        await set(visit, { parameters: 7e9, method: "lora" });
        await shows(visit, ({ warnings }) => assert.deepEqual(warnings, []));
      });

      walk("serving: price of tokens, users of a card, cards for the tokens of a day, a prompt that all share", async (visit) => {
        await choose(visit, "task", "inference");
        const seen = await shows(visit, ({ reasons }) => assert.ok(reasons.some((reason) => words.million.test(reason)), reasons.join()));
        assert.ok(seen.reasons.some((reason) => words.first.test(reason)), seen.reasons.join());
        const price = ({ reasons }) => Number(reasons.map((reason) => words.million.exec(reason)?.[1]).find((found) => found !== undefined));

        await activate(visit, "[data-part=capacity] > summary");
        const table = visit.locator("[data-part=capacity] table");
        await table.waitFor();
        const cells = () => table.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText)));
        const rows = await cells();
        assert.deepEqual(rows.map(([cards]) => cards), ["1", "2", "4", "8"]);
        const users = rows.map((row) => Number(row[1].replaceAll(",", "")));
        assert.ok(users.every((count, index) => index === 0 || users[index - 1] < count), users.join());
        assert.ok((await calculator(visit).evaluate(({ inputs }) => inputs.users)) <= users[0], users.join());
        await write(visit, "tokensPerDay", "1000M");
        await table.filter({ hasText: words.needed }).waitFor();
        const { low } = await perDay(visit);
        assert.equal(Number((await cells())[0].at(-1)), Math.ceil(1e9 / low), "as many as the low end of the range asks for");

        await activate(visit, `button:text-is("${words.expert}")`);
        await visit.locator("[name=sharedTokens]").waitFor();
        const cache = async () => (await best(visit)).memory.parts.kvCache;
        const whole = await cache();
        await write(visit, "sharedTokens", "1000");
        const shared = await shows(visit, (next) => assert.ok(price(next) < price(seen), `${price(next)} of ${price(seen)}`));
        assert.ok(shared.total === seen.total, "the same card");
        // Of 20 · (1024 + 256) tokens 20 · (24 + 256) and 1000 are left.
        assert.ok(Math.abs((await cache()) / whole - (20 * 280 + 1000) / (20 * 1280)) < 0.01, `${await cache()} of ${whole}`);
        await write(visit, "sharedTokens", "2000");
        await visit.locator("#sharedTokens[aria-invalid=true]").waitFor();
        assert.equal((await answered(visit)).total, shared.total, "the last answer stays");
      });
    });
  }
}

/** Tokens that one card answers in a day, as core says. */
function perDay(visit) {
  return calculator(visit).evaluate(async (element) => {
    const { shared } = await import(new URL("../gpu-cost.js", location.href).href);
    const { loadTools } = await shared;
    const tools = await loadTools();
    const workload = { inference: { model: { bySize: { parameters: element.inputs.parameters } }, users: element.inputs.users } };
    return tools.estimate({ workload, gpu: element.result.best.gpuId, tokensPerDay: 1e9 }).counts[0].capacity.tokensPerDay;
  });
}

/** What is asked for when a part is opened, where it stands, and what is there when it has been loaded. */
const parts = [
  { files: ["gpu-cost-plan", "gpu-cost-planning", "gpu-cost-planning_bg"], within: "[part=planning]", there: "[part=plan-total]" },
  { files: ["gpu-cost-bill", "gpu-cost-bills", "gpu-cost-bills_bg"], within: "[part=bills]", there: "[part=bill-total]" },
  { files: ["gpu-cost-panel", "gpu-cost-tools", "gpu-cost-tools_bg"], within: "[part=measuring]", there: "select" },
  { files: ["gpu-cost-more"], within: "[data-part=ownModel]", there: "[name=config]" },
  { files: ["gpu-cost-more"], within: "[part=lines] details", there: ".formula" },
];

describe("a part that could not be loaded", () => {
  for (const { files, within, there } of parts) {
    for (const file of files) {
      test(`${within} is tried again without ${file}`, async () => {
        const words = languages.en;
        const visit = await samePage(chromium, { locale: "en", url: `${server.url}fixtures/f.html` });
        const before = await answered(visit);
        const pattern = new RegExp(`/${file}\\.`);
        await visit.route(pattern, (route) => route.abort());
        await openStep(visit, "check");
        await activate(visit, `${within} > summary`);
        await visit.locator(`${within} .note`, { hasText: words.notLoaded }).first().waitFor();
        assert.equal((await answered(visit)).total, before.total, "the answer stays");
        await visit.unroute(pattern);
        await tabTo(visit, `${within} .note button`);
        await visit.keyboard.press("Enter");
        await visit.locator(`${within} ${there}`).first().waitFor();
        assert.equal(digits((await answered(visit)).total), "16.36");
      });
    }
  }
});

test("two elements share what is loaded later, and each draws its own", async () => {
  const visit = await samePage(chromium, { locale: "en", url: `${server.url}fixtures/f.html` });
  await answered(visit);
  const asked = [];
  visit.on("request", (request) => asked.push(new URL(request.url()).pathname.replace(/.*\//, "")));
  await visit.evaluate(() => {
    const second = document.createElement("gpu-cost-calculator");
    second.setAttribute("catalog", "f.json");
    document.querySelector("main").append(second);
  });
  await answered(visit, 1);
  for (const element of await visit.locator("gpu-cost-calculator").all()) {
    await element.locator("[part=planning] > summary").click();
    await element.locator("[part=plan-total]").waitFor();
    await element.evaluate((element) => element.setState({ inputs: { task: "generation" } }));
    await element.locator("[part=memory] .stage").first().waitFor();
    await element.locator("[part=plan-total]").waitFor(); // now of the catalog in the other module
  }
  const late = asked.filter((name) => /planning|visual|plan\.|more/.test(name));
  assert.deepEqual(late, [...new Set(late)], "nothing is asked for twice");
  assert.equal(late.length, 6, late.join());
  const rules = await visit.locator("gpu-cost-calculator").evaluateAll((all) => {
    // The sheet of what a host hides has one rule, and comes from no file.
    const isOfFile = ({ cssRules }) => !cssRules[0]?.selectorText?.startsWith("[part~=");
    return all.map(({ shadowRoot }) => shadowRoot.adoptedStyleSheets.filter(isOfFile).map(({ cssRules }) => cssRules.length));
  });
  assert.deepEqual(rules[0], rules[1]);
  assert.ok(rules[0].length > 6 && rules[0].every((count) => count > 1), `no style sheet is empty: ${rules[0]}`);
  assert.deepEqual(visit.problems, []);
});
