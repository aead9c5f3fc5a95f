import { createApp } from "vue";
import Prices from "./Prices.vue";

createApp(Prices).mount("#root");
