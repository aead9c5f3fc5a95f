import { createRoot } from "react-dom/client";
import { Prices } from "./Prices.jsx";

createRoot(document.querySelector("#root")).render(<Prices />);
