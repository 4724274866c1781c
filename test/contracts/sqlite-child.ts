import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { aBatch, aCase, anEntry } from "./store-rows.ts"

/**
 * The other process in stories about two: opens the file, and says `open` or the code of the error. With `write` it then commits
 * families for ever, and says the name of each once it is acknowledged.
 */
const [file = "", task] = process.argv.slice(2)
try {
  const store = await openSqliteStore(file)
  console.log("open")
  for (let number = 1; task === "write"; number += 1) {
    const name = `f${number}`
    const result = await store.commit(aBatch({ entries: [anEntry(name, 1, 3)], cases: [aCase(name)] }))
    if (result.ok) console.log(name)
  }
  await store.close()
} catch (error) {
  console.log(error instanceof Error && "code" in error ? error.code : error)
}
