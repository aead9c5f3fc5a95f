/** The one parameter of an address that is the calculator's; all else stays as it was written, letter by letter. */

export const PARAMETER = "gpu-cost";

/** The parameter's value, decoded; undefined where the address has none. */
export function parameterOf(search: string): string | undefined {
  const part = parts(search).find(isOurs);
  return part === undefined ? undefined : decode(part.slice(PARAMETER.length + 1).replaceAll("+", " "));
}

/** The address with this value of the parameter. */
export function withParameter(href: string, value: string): string {
  const [, before = href, search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? [];
  const others = parts(search).filter((part) => !isOurs(part));
  return `${before}?${[...others, `${PARAMETER}=${encode(value)}`].join("&")}${hash}`;
}

function parts(search: string): string[] {
  return search.replace(/^\?/, "").split("&").filter((part) => part !== "");
}

function isOurs(part: string): boolean {
  return part.startsWith(`${PARAMETER}=`);
}

/** As readable as an address can be. */
function encode(value: string): string {
  const readable: Readonly<Record<string, string>> = { "%20": "+", "%2C": ",", "%3D": "=", "%3A": ":", "%2F": "/" };
  return encodeURIComponent(value).replaceAll(/%(20|2C|3D|3A|2F)/g, (code) => readable[code] ?? code);
}

/** What is no valid code stays as it is. */
function decode(text: string): string {
  return text.replaceAll(/(%[\da-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
}
