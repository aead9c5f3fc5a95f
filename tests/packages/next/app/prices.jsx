"use client";

import { useEffect, useRef, useState } from "react";
import "gpu-cost-calculator";

export function Prices() {
  const calculator = useRef(null);
  const [result, setResult] = useState();
  useEffect(() => {
    const element = calculator.current;
    const show = () => setResult(element.result);
    show(); // it may be faster than React
    element.addEventListener("gpu-cost-result", show);
    return () => element.removeEventListener("gpu-cost-result", show);
  }, []);
  return (
    <>
      <gpu-cost-calculator ref={calculator} catalog="/prices/f.json">
        <p>RTX 4090: 1.24 an hour</p>
      </gpu-cost-calculator>
      <output>{result?.best?.offerId}</output>
    </>
  );
}
