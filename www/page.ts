/** The page speaks `?lang`, else the browser's language; afterwards it follows the calculator. The table of cards is loaded when it comes near. */
const { zh = "GPU 租用成本计算器", en = "GPU rental cost calculator" } = document.documentElement.dataset;
const titles = { "zh-CN": zh, en };
type Language = keyof typeof titles;

const wished = new URLSearchParams(location.search).get("lang");
speak(languageOf(wished === null ? navigator.languages : [wished, ...navigator.languages]));

addEventListener("DOMContentLoaded", () => {
  const calculator = document.querySelector("gpu-cost-calculator");
  const follow = () => {
    const locale = calculator?.getAttribute("locale");
    if (typeof locale === "string") speak(languageOf([locale]));
  };
  if (calculator !== null) new MutationObserver(follow).observe(calculator, { attributeFilter: ["locale"] });
  loadWhenNear(document.querySelector("gpu-cost-specs"));
});

function loadWhenNear(specs: Element | null): void {
  if (specs === null) return;
  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      near.disconnect();
      void import(new URL("gpu-cost-specs.js", document.baseURI).href);
    },
    { rootMargin: "400px" },
  );
  near.observe(specs);
}

function languageOf(tags: readonly string[]): Language {
  const known = tags.find((tag) => /^(zh|en)\b/i.test(tag)) ?? "en";
  return known.toLowerCase().startsWith("zh") ? "zh-CN" : "en";
}

function speak(language: Language): void {
  document.documentElement.lang = language;
  document.title = titles[language];
  document.querySelector("gpu-cost-specs")?.setAttribute("locale", language);
}

export {};
