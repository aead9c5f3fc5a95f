import type {} from "gpu-cost-calculator/react";

export const prices = <gpu-cost-calculator catalog="/prices/f.json" locale="en" ongpu-cost-result={(event) => console.log(event.result.best?.total)} />;

// @ts-expect-error: a locale is a text
export const wrong = <gpu-cost-calculator locale={7} />;
