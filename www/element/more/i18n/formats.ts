/** Formats of weights by their own names, which no language translates. */
const gguf = [
  "Q8_0", "Q6_K", "Q5_K_M", "Q5_K_S", "Q5_0", "Q4_K_M", "Q4_K_S", "Q4_1", "Q4_0", "IQ4_NL", "IQ4_XS", "Q3_K_L", "Q3_K_M", "Q3_K_S", "IQ3_M", "IQ3_S", "IQ3_XS",
  "IQ3_XXS", "Q2_K", "Q2_K_S", "IQ2_M", "IQ2_S", "IQ2_XS", "IQ2_XXS", "IQ1_M", "IQ1_S",
];

/** `Q4_K_M` is `ggufQ4KM` in a request, `IQ3_XXS` is `ggufIq3Xxs`. */
function inRequest(type: string): string {
  const capital = (part: string) => part.charAt(0) + part.slice(1).toLowerCase();
  return `gguf${type.split("_").map(capital).join("")}`;
}

export const weightFormats: Readonly<Record<string, string>> = {
  nf4: "NF4", nf4Double: "NF4 + double quantization", mxfp4: "MXFP4", nvfp4: "NVFP4",
  ...Object.fromEntries(gguf.map((type) => [inRequest(type), `GGUF ${type}`])),
};
