// What a visitor of the calculator does, by keyboard, and what stands on the screen.
import assert from "node:assert/strict";

/** Everything that the answer, its details and its messages say; `which` counts the calculators of a page. */
export async function screen(page, which = 0) {
  return page.locator("gpu-cost-calculator").nth(which).evaluate((element) => {
    const root = element.shadowRoot;
    const clean = (node) => node.textContent.replace(/\s+/g, " ").trim();
    const isVisible = (node) => node.checkVisibility({ checkVisibilityCSS: true });
    const all = (selector) => [...(root?.querySelectorAll(selector) ?? [])];
    const texts = (selector) => all(selector).filter(isVisible).map(clean);
    const text = (selector) => texts(selector)[0];
    const cells = (row) => [...row.children].map((cell) => clean(cell.querySelector("summary") ?? cell));
    return {
      plan: text(".plan-name"),
      total: text("[part=total]"),
      period: text(".total > span"),
      whole: text(".total > .whole"),
      badge: text("[part=badge]"),
      reasons: texts(".reasons li"),
      warnings: texts(".warning"),
      saving: text(".saving"),
      card: text(".answer-card") ?? "",
      lines: all("[part=lines] tbody tr").map(cells),
      sum: cells(all("[part=lines] tfoot tr")[0] ?? document.createElement("tr"))[1],
      options: texts("[part=option]"),
      memory: Object.fromEntries(all("[part=memory] tbody tr").map(cells)),
      breakEvens: texts("[part=breakeven] li"),
      rejections: texts("[part=rejections] li"),
      levers: texts("[part=levers] li"),
      status: clean(root?.querySelector("[role=status]") ?? document.createElement("p")),
      hasForm: texts("form").length === 1,
      hasFallback: [...element.children].some(isVisible),
    };
  });
}

/** Waits until the screen passes a check made of assertions, and returns it; else fails with the last one. */
export async function shows(page, check, which = 0) {
  return passes(page, () => screen(page, which), check);
}

/** Looks until what is seen passes a check made of assertions, and returns it; else fails with the last one. */
export async function passes(page, look, check, patience = 8_000) {
  const deadline = performance.now() + patience;
  for (;;) {
    const seen = await look();
    try {
      check(seen);
      return seen;
    } catch (error) {
      if (deadline < performance.now()) throw error;
    }
    await page.waitForTimeout(25);
  }
}

/** Waits for an answer. */
export async function answered(page, which = 0) {
  return shows(page, ({ total }) => assert.ok(total, "no answer yet"), which);
}

/** Waits until what was done is on screen. */
export async function drawn(page, which = 0) {
  await page.locator("gpu-cost-calculator").nth(which).evaluate((element) => element.updateComplete);
}

/** The cents of a formatted amount. */
export function cents(amount) {
  const [whole, fraction = ""] = amount.replaceAll(/[^\d.]/g, "").split(".");
  return Number(whole + fraction.padEnd(2, "0"));
}

/** The digits of an amount as one writes them: `16.36` of `CN¥16.36`. */
export function digits(amount) {
  return (cents(amount) / 100).toFixed(2);
}

/** Every amount on the screen goes together: the lines, their sum and the headline. */
export function assertAddsUp({ lines, sum, total, whole = total }) {
  const amounts = lines.map(([, amount]) => amount).filter((amount) => /\d/.test(amount));
  const added = amounts.reduce((all, amount) => all + cents(amount), 0);
  assert.equal(added, cents(sum), `${lines.join(" + ")} = ${sum}`);
  const [headline] = /[¥$][\d,.]+/.exec(whole);
  const rounding = whole.includes("≈") ? added * 0.005 : 0;
  assert.ok(Math.abs(cents(headline) - added) <= rounding, `${whole} beside ${sum}`);
}

/** Presses Tab, or Shift and Tab, until the control has the focus. */
export async function tabTo(page, selector) {
  const control = await page.locator(selector).first().elementHandle();
  for (let presses = 0; presses < 120; presses += 1) {
    const place = await control.evaluate((node) => {
      const { activeElement } = node.getRootNode();
      if (activeElement === node) return "here";
      const isPast = activeElement !== null && activeElement.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING;
      return isPast ? "before" : "after";
    });
    if (place === "here") return;
    await page.keyboard.press(place === "before" ? "Shift+Tab" : "Tab");
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/** Puts a text in the place of what a number field holds. */
export async function write(page, name, text) {
  await tabTo(page, `input[name=${name}]`);
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
}

/** Chooses in a list or among radio buttons with the arrow keys. */
export async function choose(page, name, value) {
  const list = page.locator(`select[name=${name}]`);
  if ((await list.count()) === 1) {
    await tabTo(page, `select[name=${name}]`);
    await press(page, "ArrowDown", async () => (await list.inputValue()) === value);
    return;
  }
  await tabTo(page, `input[name=${name}]:checked`);
  const wanted = page.locator(`input[name=${name}][value=${value}]`);
  await press(page, "ArrowRight", () => wanted.isChecked());
}

/** Goes to a button, a link or a summary, and presses it. */
export async function activate(page, selector) {
  await tabTo(page, selector);
  await page.keyboard.press("Enter");
}

/** Opens a step of the form where it is folded. */
export async function openStep(page, name) {
  const step = page.locator(`details[data-step=${name}]`);
  if ((await step.getAttribute("open")) === null) await activate(page, `details[data-step=${name}] > summary`);
}

async function press(page, key, isDone) {
  for (let presses = 0; presses < 100; presses += 1) {
    if (await isDone()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead there`);
}
