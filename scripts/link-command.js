import { chmodSync, mkdirSync, rmSync, symlinkSync } from "node:fs"

/** Makes `npx exlet` in this folder run what was built here, as it would where the package is installed. */
const command = new URL("../dist/cli/main.js", import.meta.url)
const link = new URL("../node_modules/.bin/exlet", import.meta.url)
chmodSync(command, 0o755)
mkdirSync(new URL(".", link), { recursive: true })
rmSync(link, { force: true })
symlinkSync("../../dist/cli/main.js", link)
