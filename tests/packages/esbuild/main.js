import "gpu-cost-calculator/inline.js";
