/** The way from needs to settlement in six steps: a checklist to tick, and to print. */
import type { TemplateResult } from "lit";
import { planName } from "./advice.js";
import type { View } from "./panel.js";
import { paper } from "./styles.js";

export function processSection(view: View): TemplateResult {
  const { kit: { html }, words } = view;
  return html`
    <section class="choosing-part" part="process">
      <h4>${words.process}</h4>
      <p>${words.processIntro}</p>
      <ol class="steps">${words.steps.map(({ title, items }, step) => html`<li><h5>${title}</h5><ul>${items.map((text, item) => box(view, `${step}.${item}`, text))}</ul></li>`)}</ol>
      <div><button type="button" part="button" class="secondary" data-print @click=${() => print(view)}>${words.print}</button></div>
    </section>
  `;
}

function box({ kit: { html, live }, chosen: { done }, set }: View, key: string, text: string): TemplateResult {
  const toggle = (event: Event) => {
    const isDone = (event.target as HTMLInputElement).checked;
    set({ done: new Set(isDone ? [...done, key] : [...done].filter((other) => other !== key)) });
  };
  return html`<li><label class="switch"><input type="checkbox" name="step-${key}" .checked=${live(done.has(key))} @change=${toggle} /><span>${text}</span></label></li>`;
}

/** Prints the list alone, from a frame of its own, so that the page around stays off the paper. */
function print(view: View): void {
  const { scene, words, chosen: { done } } = view;
  const frame = document.createElement("iframe");
  frame.title = words.process;
  frame.style.cssText = "position: fixed; inline-size: 0; block-size: 0; border: 0; visibility: hidden";
  document.body.append(frame);
  const { contentDocument: sheet, contentWindow: window } = frame;
  if (sheet === null || window === null) return frame.remove();
  const add = (parent: Node, name: string, text = "") => {
    const node = sheet.createElement(name);
    node.textContent = text;
    return parent.appendChild(node);
  };
  sheet.documentElement.lang = scene.locale;
  sheet.title = words.process;
  const look = new (window as Window & typeof globalThis).CSSStyleSheet();
  look.replaceSync(paper);
  sheet.adoptedStyleSheets = [look];
  add(sheet.body, "h1", words.process);
  const best = scene.comparison?.best;
  if (best !== undefined) {
    const { f } = scene;
    const plan = words.planOn(best.platform, planName(view, best), f.money(best.total));
    add(sheet.body, "p", words.printedPlan(plan, f.date(best.asOf)));
  }
  const list = add(sheet.body, "ol");
  words.steps.forEach(({ title, items }, step) => {
    const entry = add(list, "li");
    add(entry, "h2", title);
    const boxes = add(entry, "ul");
    items.forEach((text, item) => add(boxes, "li", `${done.has(`${step}.${item}`) ? "☑" : "☐"} ${text}`));
  });
  window.addEventListener("afterprint", () => frame.remove());
  window.print();
}
