import { expect, test } from "vitest"
import { shop } from "../archiving/shop.ts"

const bundle = `
process: sale
data: { buyer: { type: string, shared: true }, note: string }
flow: [ { task: sell } ]
---
process: warranty
data: { buyer: { type: string, shared: true } }
flow: [ { task: repair } ]
`

test("[SHARE4] the command line shows which data a case shares", async () => {
  const { exlet, client } = await shop()
  expect((await client.deploy({ text: bundle })).ok).toBe(true)
  await exlet("start", "sale", "--number", "S-1", "--data", '{"buyer":"Eva","note":"cash"}')
  const [warranty = ""] = (await exlet("start", "warranty", "--number", "S-1")).out
  const shown = (await exlet("case", warranty)).out.join("\n")
  expect(shown.slice(shown.indexOf("Data"))).toBe("Data\n  buyer: Eva\n  shared with the family: buyer")
  const again = await exlet("start", "warranty", "--number", "S-1", "--data", '{"buyer":"Ada"}')
  expect([again.code, again.err.join("\n")]).toEqual([
    1,
    expect.stringContaining("the family has a value for it already"),
  ])
})
