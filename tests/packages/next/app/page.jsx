import { Prices } from "./prices.jsx";

export default function Page() {
  return <Prices />;
}
