import { existsSync } from "node:fs"
import { buildWebApp, builtAt, vite } from "./web-app.ts"

/** For `npm start`. The server runs without the web app too, so nothing here keeps it from starting. */
function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

if (existsSync(vite)) {
  try {
    buildWebApp(() => say("Building the web app: it is missing or older than its sources. This takes up to a minute."))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    say(`The web app could not be built: ${why}. The server starts without it; 'npm run build' shows what is wrong.`)
  }
} else if (builtAt() === 0) {
  say(
    "The web app is not built, and what builds it is not installed: run 'npm ci'. Without it the server shows the API reference.",
  )
}
