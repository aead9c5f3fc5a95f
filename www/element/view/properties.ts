/** Sets custom properties on an element through its style object, which a strict content security policy allows. */
import { nothing } from "lit";
import type { ElementPart } from "lit";
import { Directive, directive } from "lit/directive.js";

type Values = Readonly<Record<`--${string}`, number>>;

class Properties extends Directive {
  override update(part: ElementPart, [values]: [Values]): typeof nothing {
    const { style } = part.element as HTMLElement;
    for (const [name, value] of Object.entries(values)) style.setProperty(name, String(value));
    return nothing;
  }

  override render(_values: Values): typeof nothing {
    return nothing;
  }
}

export const properties = directive(Properties);
