import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { expect, test } from "vitest"
import { stringify } from "yaml"
import { bundleFiles, storyFiles } from "../../src/cli/bundle-folder.ts"
import { run } from "../../src/cli/run.ts"
import { writeWqm } from "../../src/interchange/wqm/write-wqm.ts"
import type { JsonObject } from "../../src/messages/json.ts"
import { readBundle } from "../../src/model/bundle.ts"
import { readStories } from "../../src/stories/read-story.ts"
import { runStory } from "../../src/stories/run-story.ts"
import { problemsOf } from "../stories/telling.ts"

const root = resolve(import.meta.dirname, "../..")

test.each(["laptop", "after"])(
  "[WQM11] %s in XML runs in memory, on SQLite and with a crash after every step",
  async (name) => {
    const lines: string[] = []
    const output = { out: (line: string) => lines.push(line), err: (line: string) => lines.push(line) }
    const folder = join(root, "test/interchange", name)
    const codes = [
      await run(["verify", folder, "--strict"], output),
      await run(["test", folder], output),
      await run(["test", folder, "--crash-everywhere"], output),
    ]
    expect(codes, lines.filter((line) => !line.startsWith("✓")).join("\n")).toEqual([0, 0, 0])
  },
)

test("[WQM8] [WQM9] examples/laptop as WQM, with what WQM has no words for beside it, is the same in all its stories", async () => {
  const folder = join(root, "examples/laptop")
  const files = await bundleFiles(folder)
  const bundle = readBundle(files)
  const { text, findings } = writeWqm(bundle)
  const roles = ["account-manager", "technician", "buyer", "manager", "vice-president", "president"]
  const units = ["company", "sales", "workshop"]
  const agents = ["percy", "viola", "viktor", "mona", "mia", "tom", "tara", "bert", "lena"]
  // Rules that tell people something, the pattern and the people are all that is left out.
  expect(findings.map(({ message }) => message.replace(/ has no place.*/, ""))).toEqual([
    ...roles.map((name) => `The role '${name}' of the organisation`),
    ...units.map((name) => `The unit '${name}' of the organisation`),
    ...agents.map((name) => `The agent '${name}' of the organisation`),
    "The pattern 'three-changes'",
    "A rule that names no exlet",
    "A rule that names no exlet",
    "A rule that names no exlet",
  ])
  const rest = (bundle.documents as readonly JsonObject[]).map(({ organisation, patterns, rules }) => ({
    ...(organisation && { organisation }),
    ...(patterns && { patterns }),
    ...(rules && { rules: (rules as readonly JsonObject[]).flatMap(withoutNamed) }),
  }))
  const mixed = [
    { name: "laptop.wqm.xml", text },
    { name: "rest.yaml", text: rest.map((part) => stringify(part)).join("---\n") },
  ]
  let told = 0
  for (const file of await storyFiles(folder))
    for (const { story } of readStories(file, readFileSync(file, "utf8"))) {
      if (story === undefined) throw new Error(`${file} cannot be read`)
      told += 1
      expect([file, problemsOf(await runStory(story, mixed, { store: "memory", crashEverywhere: false }))]).toEqual([
        file,
        [],
      ])
    }
  expect(told).toBeGreaterThan(10)
})

/** The rules of a list whose steps stand in place. */
function withoutNamed({ at = null, first }: JsonObject): readonly JsonObject[] {
  const inPlace = ((first ?? []) as readonly JsonObject[]).filter(({ then }) => Array.isArray(then))
  return inPlace.length === 0 ? [] : [{ at, first: inPlace }]
}
