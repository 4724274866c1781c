import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { expect, test } from "vitest"
import { parseAllDocuments } from "yaml"
import { examine, type JsonObject } from "../../src/main.ts"

const patterns = join(import.meta.dirname, "../patterns")
const sources = readdirSync(patterns, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".yaml") && !file.endsWith(".story.yaml"))
  .flatMap((file) =>
    parseAllDocuments(readFileSync(join(patterns, file), "utf8")).map((document) => document.toJS() as unknown),
  )

/** Where a value can be changed: the container and the key. */
function spots(value: unknown): [Record<string, unknown>, string][] {
  if (typeof value !== "object" || value === null) return []
  const here = value as Record<string, unknown>
  return Object.keys(here).flatMap((key) => [[here, key] as [Record<string, unknown>, string], ...spots(here[key])])
}

const oddities = [
  "",
  "x",
  "start",
  "end",
  "~",
  "a/b",
  "!",
  "x >",
  "now",
  -1,
  0,
  1e99,
  true,
  null,
  [],
  {},
  [[]],
  { task: "x" },
  { to: [] },
  "otherwise",
  ["a", "a"],
  "P1D",
  { net: {} },
]

test("[DEF29] whatever is wrong with a definition, examining it gives findings with a code, a place and a remedy and never throws", () => {
  expect(sources.length).toBeGreaterThan(50)
  fc.assert(
    fc.property(
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom("replace", "remove", "rename", "copy")), {
        minLength: 1,
        maxLength: 4,
      }),
      (which, changes) => {
        const definition = structuredClone(sources[which % sources.length]) as JsonObject
        for (const [where, what, how] of changes) {
          const all = spots(definition)
          const [container, key] = all[where % all.length] ?? [{}, ""]
          const other = all[what % all.length]
          if (how === "remove") delete container[key]
          else if (how === "rename") container[`${key}x`] = container[key]
          else if (how === "copy" && other) container[key] = structuredClone(other[0][other[1]])
          else container[key] = structuredClone(oddities[what % oddities.length])
        }
        const { findings } = examine(definition)
        for (const finding of findings)
          expect([finding.code, finding.message, finding.remedy].every((text) => text.length > 0)).toBe(true)
      },
    ),
    { numRuns: 3000 },
  )
})
