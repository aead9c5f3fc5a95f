/** Title, and what concerns the whole: input mode, market, language, date of the prices. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Locale } from "../i18n/index.js";
import type { InputMode } from "../state.js";
import { listOption } from "./field.js";
import type { Scene } from "./scene.js";

const languages: readonly (readonly [Locale, string])[] = [
  ["zh-CN", "中文"],
  ["en", "English"],
];
const modes: readonly InputMode[] = ["simple", "expert"];

export function header(scene: Scene): TemplateResult {
  const { m, f, catalog } = scene;
  return html`
    <div class="header" part="header">
      <h2>${m.title}</h2>
      ${language(scene)} ${inputMode(scene)} ${marketSelect(scene)}
      <p class="as-of">${catalog === undefined ? nothing : m.pricesAsOf(f.date(catalog.asOf))}</p>
    </div>
  `;
}

function inputMode({ m, mode, actions }: Scene): TemplateResult {
  return html`
    <div class="segments" role="group" aria-label=${m.inputMode}>
      ${modes.map(
        (name) => html`
          <button type="button" part="button" aria-pressed=${name === mode} @click=${() => actions.setMode(name)}>${m.modes[name]}</button>
        `,
      )}
    </div>
  `;
}

function marketSelect({ m, market, markets, isHosted, actions }: Scene): TemplateResult | typeof nothing {
  if (isHosted) return nothing;
  const options = markets.map((value) => ({ value, label: m.markets[value] ?? value }));
  return html`
    <select
      part="input" class="market" name="currency" aria-label=${m.market}
      @change=${(event: Event) => actions.setCurrency((event.target as HTMLSelectElement).value)}
    >
      ${options.map((option) => listOption(option, market))}
    </select>
  `;
}

function language({ m, locale, actions }: Scene): TemplateResult {
  return html`
    <div class="segments" role="group" aria-label=${m.language}>
      ${languages.map(
        ([tag, name]) => html`
          <button type="button" part="button" lang=${tag} aria-pressed=${tag === locale} @click=${() => actions.setLocale(tag)}>${name}</button>
        `,
      )}
    </div>
  `;
}
