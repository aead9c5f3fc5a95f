import "gpu-cost-calculator";
