import { readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { run } from "../../src/cli/run.ts"

const root = join(import.meta.dirname, "../..")
const bundlesIn = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))

/** Runs a bundle's stories on memory and on SQLite, without and with a crash after every step. */
async function runStories(bundle: string): Promise<void> {
  const lines: string[] = []
  const output = { out: (line: string) => lines.push(line), err: (line: string) => lines.push(line) }
  const codes = [
    await run(["test", join(root, bundle)], output),
    await run(["test", join(root, bundle), "--crash-everywhere"], output),
  ]
  expect(codes, lines.filter((line) => !line.startsWith("✓")).join("\n")).toEqual([0, 0])
}

describe("workflow patterns", () => {
  test.each(bundlesIn("test/patterns"))("[STORY33] %s", runStories)
})

describe("what goes wrong, and what is done about it", () => {
  test.each(bundlesIn("test/handling"))("[STORY48] %s", runStories)
})

describe("who does what", () => {
  test.each(bundlesIn("test/staffing"))("[STORY50] %s", runStories)
})

describe("examples", () => {
  test.each(bundlesIn("examples"))("[STORY49] %s", runStories)
})
