/** English: sharing and exports. */
import type { Words } from "./zh-CN.js";

export const en: Words = {
  row: "Share and export",
  actions: { link: "Copy link", markdown: "Copy Markdown", csv: "CSV", json: "JSON", png: "Picture", print: "Print", reset: "Reset" },
  downloads: { csv: "Download as CSV", json: "Download as JSON", png: "Download as PNG picture" },
  copied: { link: "Link copied.", markdown: "Markdown copied." },
  saved: (file) => `${file} is ready.`,
  failed: "The file could not be made.",
  byHand: "The browser does not allow access to the clipboard. Copy by hand:",
  ignored: (fields) => `Some values of the link could not be used; the usual ones count instead: ${fields}.`,
  unread: "The version of the link is not known; it was not used.",
  file: "gpu-rental",

  recommended: "Recommended",
  standing: "Standing",
  plan: "Plan",
  facts: "Time and memory",
  whyNot: "Why not first",
  inputs: "What was entered",
  input: "Input",
  value: "Value",
  yes: "yes",
  no: "no",
  columns: {
    gpu: "GPU", gpus: "Cards", billing: "Billing", platform: "Platform", region: "Region", offer: "Offer",
    runTime: "Run time, likely (s)", runTimeLow: "Run time, low (s)", runTimeHigh: "Run time, high (s)", speed: "Speed per user (tokens/s)",
    needed: "Memory needed per card, high (bytes)", capacity: "Memory of a card (bytes)", asOf: "Price date",
  },
};
