/** The page speaks `?lang`, else the browser's language; afterwards it follows the element. */
const titles = { "zh-CN": "GPU 租用成本计算器", en: "GPU rental cost calculator" };
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
});

function languageOf(tags: readonly string[]): Language {
  const known = tags.find((tag) => /^(zh|en)\b/i.test(tag)) ?? "en";
  return known.toLowerCase().startsWith("zh") ? "zh-CN" : "en";
}

function speak(language: Language): void {
  document.documentElement.lang = language;
  document.title = titles[language];
}

export {};
