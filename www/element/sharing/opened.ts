/** Opens the link of the page's address: field by field, so that what cannot be used is left out and the rest counts. */
import type { GpuCostCalculator } from "../calculator.js";
import type { Issue } from "../engine.js";
import type { Field, NumberName } from "../inputs.js";
import type { Opened } from "../price-list.js";
import type { Kit, OpenLink } from "../sharing.js";
import type { Form } from "../state.js";
import { parameterOf } from "./address.js";
import { inputsOf, read } from "./link.js";
import type { Link } from "./link.js";
import type { View } from "./sharing.js";

/** After that many refusals nothing of a link is used. */
const TRIES = 4;

interface Opener {
  open(): OpenLink | undefined;
  /** What could not be used; empty where all could. */
  note(view: View): string;
}

export function opener(kit: Kit, element: GpuCostCalculator): Opener {
  const linkKit = { ...kit, entry: String };
  let ignored: readonly Field[] | "all" = [];

  function open(): OpenLink | undefined {
    const text = element.urlState === "off" ? undefined : parameterOf(location.search);
    const link = text === undefined ? undefined : read(linkKit, text, new Map());
    if (text === undefined || link === undefined) {
      ignored = text === undefined ? [] : "all";
      return undefined;
    }
    const { mode, currency } = link;
    if (mode !== undefined) element.mode = mode;
    if (currency !== undefined && element.catalog === undefined && kit.builtInCurrencies.includes(currency)) element.currency = currency;
    return (opened) => formOf(opened, read(linkKit, text, opened.facts.bounds) ?? link);
  }

  async function formOf(opened: Opened, whole: Link): Promise<Form> {
    const isAnswerable = kit.language.includes(whole.task) || (await kit.loadVisual().then(() => true, () => false));
    if (!isAnswerable) return formWith(opened, whole);
    let link = whole;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const form = formWith(opened, link);
      const issues = refusals(opened, form);
      ignored = link.ignored;
      if (issues.length === 0) return form;
      link = without(link, issues.flatMap(({ path }) => fieldsOf(path)));
    }
    return formWith(opened, link);
  }

  function formWith({ info: { currency } }: Opened, link: Link): Form {
    const usual = kit.start(kit.presetOfTask[link.task]);
    const before = kit.inputsOf(usual, currency);
    const meant = Object.entries(inputsOf(linkKit, link, currency)).filter(([name, value]) => value !== before[name as Field]);
    return kit.set(usual, currency, Object.fromEntries(meant));
  }

  /** Why core would not answer. */
  function refusals({ catalog, info }: Opened, form: Form): readonly Issue[] {
    try {
      kit.compare(catalog, kit.toRequest(kit.inputsOf(form, info.currency), kit.today()));
      return [];
    } catch (error) {
      return error instanceof kit.EngineError ? error.issues : [];
    }
  }

  /** The fields that a path of the request names. */
  function fieldsOf(path: string): Field[] {
    const names = path.split(".");
    const found = (Object.keys(kit.fields) as Field[]).filter((name) => names.at(-1) === (kit.fields[name].kind === "number" ? kit.boundOf(name as NumberName) : name));
    return found.length === 0 && names.includes("model") ? ["modelChoice", "modelCode"] : found;
  }

  function note({ scene: { m, f }, words }: View): string {
    if (ignored === "all") return words.unread;
    return ignored.length === 0 ? "" : words.ignored(f.list(ignored.map((name) => m.fields[name]?.label ?? name)));
  }

  return { open, note };
}

/** Without the values that were refused; without any where it is none of them. */
function without(link: Link, refused: readonly Field[]): Link {
  const named = refused.filter((name) => link.values.has(name));
  const gone = named.length === 0 ? [...link.values.keys()] : named;
  const values = new Map([...link.values].filter(([name]) => !gone.includes(name)));
  return { ...link, values, ignored: [...link.ignored, ...gone] };
}
