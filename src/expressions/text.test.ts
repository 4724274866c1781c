import { expect, test } from "vitest"
import type { Json } from "../messages/json.ts"
import { compileText, isText } from "./text.ts"

const vocabulary = {
  names: { name: "string", count: "number", tags: { list: "string" }, due: "timestamp", none: "any" },
} as const
const data: Readonly<Record<string, Json>> = { name: "Ann", count: 3, tags: ["a", "b"], due: "2026-01-31" }

function rendered(source: string): unknown {
  const text = compileText(source, vocabulary)
  if (!isText(text)) return text.map(({ code, start, end }) => `${code} ${source.slice(start, end)}`)
  const result = text.render({ value: (name) => data[name] })
  return result.ok ? result.value : [result.error.code, source.slice(result.error.start, result.error.end)]
}

test("[EXPR31] expressions in texts are rendered", () => {
  const rows: readonly (readonly [string, unknown])[] = [
    ["no expression, { } }}", "no expression, { } }}"],
    ["Dear {{name}}, {{ count + 1 }} of {{tags}} by {{due}}", "Dear Ann, 4 of a, b by 2026-01-31"],
    ['{{"}}" + name}}{{{"a": {"b": 1}}}}!', '}}Ann{"a":{"b":1}}!'],
    ["{{null}}{{true}}", "true"],
    ["Dear {{name", ["EXPRESSION_SYNTAX {{name"]],
    ["{{nam}} and {{count + name}}", ["UNKNOWN_NAME nam", "TYPE_MISMATCH count + name"]],
    ["Hi {{none}}", ["MISSING_VALUE", "none"]],
    ["", ""],
  ]
  expect(rows.map(([source]) => [source, rendered(source)])).toEqual(rows)
})

test("[EXPR31] a text tells the names it reads", () => {
  const text = compileText("{{name}} {{count + count}}", vocabulary)
  expect(isText(text) && [...text.names]).toEqual(["name", "count"])
})
