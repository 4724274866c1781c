import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./app/app.tsx"
import { applyTheme, chosenTheme } from "./app/theme.ts"
import "./style/tokens.css"
import "./style/base.css"

applyTheme(chosenTheme())
const place = document.getElementById("window")
if (place === null) throw new Error("the page has no place for the window")
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
