import { openEngine } from "../src/main.ts"
import { itemsPerSecond } from "./three.ts"

/** A node of its own process: does so many cases each time it is told to. */
const [address = "", clients = "100"] = process.argv.slice(2)
const engine = await openEngine({ store: address })
process.on("message", async ({ cases }: { readonly cases: number }) => {
  if (cases === 0) {
    await engine.stop()
    process.disconnect()
    return
  }
  await itemsPerSecond(engine, cases, undefined, Number(clients))
  process.send?.("done")
})
process.send?.("ready")
