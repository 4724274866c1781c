import { accepted, asItemId, type Engine } from "../src/main.ts"
import type { JsonObject } from "../src/messages/json.ts"

/** Three tasks in a row: `cases` of them by 100 clients in process, every acknowledgement durable. Gives items per second. */
export async function itemsPerSecond(
  engine: Engine,
  cases: number,
  data?: (number: number) => JsonObject,
  clients = 100,
) {
  const start = performance.now()
  let next = 0
  const client = async () => {
    while (next < cases) {
      const number = next++
      const { case: id } = accepted(await engine.start("three", data && { data: data(number) }))
      // Items are numbered as they come: no look-up is measured here.
      for (let item = 1; item <= 3; item++) accepted(await engine.completeItem(asItemId(`${id}.i${item}`), { n: item }))
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return (cases * 3) / ((performance.now() - start) / 1000)
}
