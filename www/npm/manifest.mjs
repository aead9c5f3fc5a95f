// The custom elements manifest (schema 1.0.0), made of the doc comments of the elements, for editors and documentation.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

export async function manifest(element) {
  const read = (name) => readFile(join(element, name), "utf8");
  const events = new Map([...(await read("define.ts")).matchAll(/"(gpu-cost-\w+)": (\w+Event);/g)].map(([, name, type]) => [name, type]));
  const constants = new Map([...(await read("attributes.ts")).matchAll(/export const (\w+)[^=]* = ("[^"]*");/g)].map(([, name, value]) => [name, value]));
  const modules = [
    declared("gpu-cost.js", (await read("calculator.ts")) + (await read("host-settings.ts")), await read("styles.ts"), { events, constants }),
    declared("gpu-cost-specs.js", await read("specs/specs.ts"), (await read("styles.ts")) + (await read("specs/styles.ts")), { events, constants }),
  ];
  return { schemaVersion: "1.0.0", readme: "README.md", modules };
}

/** A module that defines one element, from its source and that of its styles. */
function declared(path, source, styles, { events, constants }) {
  const [, comment, name] = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*export class (\w+) extends \w+/.exec(source);
  const tagName = name.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase();
  const tags = tagsOf(comment);
  const of = (tag) => tags.filter(([found]) => found === tag).map(([, text]) => named(text));
  const variables = new Set([...styles.matchAll(/var\((--gpu-cost-[\w-]+)/g)].map(([, variable]) => variable));
  const described = new Map(of("cssproperty").map((property) => [property.name, property]));
  const fields = fieldsOf(source, constants);
  const module = { kind: "javascript-module", path };
  const declaration = {
    kind: "class",
    customElement: true,
    name,
    tagName,
    summary: tags.find(([tag]) => tag === "summary")?.[1],
    superclass: { name: "HTMLElement" },
    attributes: fields.flatMap(({ name, attribute, ...rest }) => (attribute === undefined ? [] : { name: attribute, fieldName: name, ...rest })),
    members: [...fields.map((field) => ({ kind: "field", ...field })), ...accessorsOf(source), ...methodsOf(source)],
    events: of("event").map((event) => ({ ...event, type: { text: events.get(event.name) ?? "Event" } })),
    slots: of("slot").map(({ name, ...rest }) => ({ name: name === "-" ? "" : name, ...rest })),
    cssParts: of("csspart"),
    cssProperties: [...variables].sort().map((variable) => described.get(variable) ?? { name: variable }),
  };
  const reference = { name, module: path };
  return { ...module, declarations: [declaration], exports: [{ kind: "custom-element-definition", name: tagName, declaration: reference }] };
}

/** Pairs of tag and text. */
function tagsOf(comment) {
  const text = comment.replace(/^ *\* ?/gm, "").replace(/\s+/g, " ");
  return text.split(/ ?@(?=[a-z]+ )/).slice(1).map((tag) => [tag.slice(0, tag.indexOf(" ")), tag.slice(tag.indexOf(" ") + 1).trim()]);
}

/** `name - description`, `- description` for the slot without a name. */
function named(text) {
  const [, name, description] = /^(\S+) (?:- )?(.*)$/.exec(text);
  return { name, description };
}

/** Properties, most of them attributes too; one without a declared type is a text. */
function fieldsOf(source, constants) {
  const fields = source.matchAll(/^ {2}\/\*\* (.+) \*\/\n {2}@property\((.*)\) (\w+)(?:: ([^=;\n]+))?(?: = ([^;\n]+))?;$/gm);
  return [...fields].map(([, description, options, name, type = "string", value]) => ({
    name,
    ...(options.includes("attribute: false") ? {} : { attribute: /attribute: "([^"]+)"/.exec(options)?.[1] ?? name.toLowerCase() }),
    description,
    type: { text: type.trim() },
    ...(value === undefined ? {} : { default: constants.get(value) ?? value }),
    ...(options.includes("reflect: true") ? { reflects: true } : {}),
  }));
}

function accessorsOf(source) {
  const getters = source.matchAll(/^(?: {2}\/\*\* (.+) \*\/\n)? {2}get (\w+)\(\): ([^{\n]+) \{/gm);
  return [...getters].map(([, description, name, type]) => {
    return { kind: "field", name, description, type: { text: type }, ...(source.includes(`  set ${name}(`) ? {} : { readonly: true }) };
  });
}

function methodsOf(source) {
  const methods = source.matchAll(/^(?: {2}\/\*\* (.+) \*\/\n)? {2}(?!constructor)([a-z]\w*)\((.*)\): ([^{\n]+) \{$/gm);
  return [...methods].map(([, description, name, parameters, type]) => {
    const [, parameter = ""] = /(\w+)$/.exec(parameters) ?? [];
    const taken = parameters === "" ? [] : [{ name: parameter.replace(/^./, (letter) => letter.toLowerCase()), type: { text: parameter } }];
    return { kind: "method", name, description, parameters: taken, return: { type: { text: type } } };
  });
}
