import { useState } from "react";
import "gpu-cost-calculator";

export function Prices() {
  const [result, setResult] = useState();
  return (
    <>
      <gpu-cost-calculator catalog="/prices/f.json" ongpu-cost-result={(event) => setResult(event.result)}>
        <p>RTX 4090: 1.24 an hour</p>
      </gpu-cost-calculator>
      <output>{result?.best?.offerId}</output>
    </>
  );
}
