import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vite";

const isCustomElement = (tag) => tag.startsWith("gpu-cost-");

export default defineConfig({ plugins: [vue({ template: { compilerOptions: { isCustomElement } } })] });
