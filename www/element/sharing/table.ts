/** Rows as text for other programs: CSV for spreadsheets, Markdown for documents. */
import type { Comparison, Line } from "../engine.js";
import { costsOf, inputsOf, plansOf, waysOf } from "./sheet.js";
import type { Entry, Row } from "./sheet.js";
import type { View } from "./sharing.js";

/** A number as core sent it, or a text of whomever. */
type Cell = { readonly raw: string | number } | { readonly text: string } | undefined;
type Column = readonly [title: string, cell: (row: Row) => Cell];

/** One line for each plan on screen, with UTF-8's mark, as spreadsheets ask for it; amounts, seconds and bytes as core has them. */
export function csv(view: View, comparison: Comparison): string {
  const rows = plansOf(view, comparison);
  const columns = columnsOf(view, rows);
  const lines = [columns.map(([title]) => quoted(title)), ...rows.map((row) => columns.map(([, cell]) => cellText(cell(row))))];
  return `\uFEFF${lines.map((cells) => cells.join(",")).join("\r\n")}\r\n`;
}

function columnsOf(view: View, rows: readonly Row[]): Column[] {
  const { kit, scene, words: { columns, standing }, words } = view;
  const { m, currency } = scene;
  const money = (title: string) => `${title} (${currency})`;
  const kinds = [...new Set(rows.flatMap(({ plan }) => plan.lines.map(({ kind }) => kind)))];
  const amount = (kind: Line["kind"]) => ({ plan }: Row) => raw(plan.lines.find((line) => line.kind === kind)?.amount);
  return [
    [standing, (row) => ({ text: row.standing })],
    [columns.gpu, ({ plan }) => ({ text: kit.deviceName(scene, plan) })],
    [columns.gpus, ({ plan }) => raw(plan.gpus)],
    [columns.billing, ({ plan }) => ({ text: m.billing[plan.mode] ?? plan.mode })],
    [columns.platform, ({ plan }) => ({ text: plan.platform })],
    [columns.region, ({ plan }) => ({ text: plan.region ?? "" })],
    [columns.offer, ({ plan }) => ({ text: plan.offerId })],
    [money(m.total), ({ plan }) => raw(plan.total)],
    [money(m.aMonth), ({ plan }) => raw(plan.perMonth)],
    ...kinds.map((kind): Column => [money(m.lineKinds[kind] ?? kind), amount(kind)]),
    [columns.runTime, ({ plan }) => raw(plan.runTime?.likely)],
    [columns.runTimeLow, ({ plan }) => raw(plan.runTime?.low)],
    [columns.runTimeHigh, ({ plan }) => raw(plan.runTime?.high)],
    [columns.speed, ({ plan }) => raw(plan.serving?.perUser.likely)],
    [columns.needed, ({ plan }) => raw(plan.memory.needed.high)],
    [columns.capacity, ({ plan }) => raw(plan.memory.capacity)],
    [words.whyNot, (row) => ({ text: row.whyNot })],
    [columns.asOf, ({ plan }) => ({ text: plan.asOf })],
    [m.checkSource, ({ plan }) => ({ text: plan.sourceUrl ?? plan.source ?? "" })],
  ];
}

function raw(value: string | number | undefined): Cell {
  return value === undefined ? undefined : { raw: value };
}

function cellText(cell: Cell): string {
  if (cell === undefined) return "";
  return "raw" in cell ? String(cell.raw) : quoted(cell.text);
}

/** A text that a spreadsheet would compute is led by an apostrophe: it stays a text. */
function quoted(text: string): string {
  const safe = /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The answer for a chat or a document: plans, costs, ways to pay and what was entered. */
export function markdown(view: View, comparison: Comparison, address: string): string {
  const { kit, scene, words } = view;
  const { m, f, catalog } = scene;
  const { best } = comparison;
  const rows = plansOf(view, comparison).map(({ plan, standing, whyNot }) =>
    [standing, kit.planName(scene, plan), m.at(plan.platform, plan.region), f.money(plan.total), kit.planFacts(scene, plan), whyNot]);
  const total: Entry[] = best === undefined ? [] : [[m.total, f.money(best.total)]];
  const why = best === undefined ? [] : [...kit.reasons(scene, comparison, best).map((reason) => `- ${text(reason)}`), ...kit.warnings(scene, best).map((warning) => `- **!** ${text(warning)}`)];
  const sections = [
    `# ${m.title}`,
    best === undefined ? m.nothingFits : text(kit.statusText(scene, comparison)),
    why.join("\n"),
    grid([words.standing, words.plan, words.columns.platform, m.total, words.facts, words.whyNot], rows),
    section(m.lines, [m.item, m.amount], best === undefined ? [] : [...costsOf(view, best), ...total]),
    section(m.waysToPay, [words.columns.billing, m.total], waysOf(view, comparison)),
    section(words.inputs, [words.input, words.value], inputsOf(view)),
    catalog === undefined ? "" : m.pricesAsOf(f.date(catalog.asOf)),
    m.estimate,
    address === "" ? "" : `<${address}>`,
  ];
  return `${sections.filter((part) => part !== "").join("\n\n")}\n`;
}

function section(title: string, head: readonly string[], entries: readonly Entry[]): string {
  return entries.length === 0 ? "" : `## ${title}\n\n${grid(head, entries)}`;
}

function grid(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(text).join(" | ")} |`;
  return rows.length === 0 ? "" : [line(head), `|${head.map(() => " --- |").join("")}`, ...rows.map(line)].join("\n");
}

/** Names that others wrote are no markup. */
function text(cell: string): string {
  return cell.replaceAll(/[\\|<>`*_[\]]/g, "\\$&").replaceAll(/\s+/g, " ");
}
