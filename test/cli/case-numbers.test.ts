import { expect, test } from "vitest"
import { shop } from "../archiving/shop.ts"

test("[NUMBER11] on the command line a case is started under a case number, found by it and shown with it", async () => {
  const { exlet } = await shop()
  const [first = ""] = (await exlet("start", "order", "--number", "K 42/7")).out
  const [second = ""] = (await exlet("start", "return", "--number", "K 42/7")).out
  await exlet("start", "order")
  expect(second.startsWith(`${first}.`)).toBe(true)
  const { rows } = JSON.parse((await exlet("cases", "--number", "K 42/7", "--json")).out.join("")) as {
    rows: readonly { readonly id: string; readonly number?: string }[]
  }
  expect(rows.map(({ id, number }) => [id, number])).toEqual([
    [first, "K 42/7"],
    [second, "K 42/7"],
  ])
  expect((await exlet("cases", "--number", "K 42/7")).out.join("\n")).toMatch(
    /^ID +NUMBER +PROCESS .*\n.* K 42\/7 +order /,
  )
  expect((await exlet("case", second)).out[0]?.split("\n")[0]).toBe(`return v1 ${second}  running  case number K 42/7`)
  expect(await exlet("start", "order", "--number", " 7")).toMatchObject({ code: 1 })
})
