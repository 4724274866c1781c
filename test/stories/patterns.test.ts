import { readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { run } from "../../src/cli/run.ts"

const folder = join(import.meta.dirname, "../patterns")
const patterns = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())

describe("workflow patterns, on memory and on SQLite, without and with a crash after every step", () => {
  test.each(patterns.map(({ name }) => name))("[STORY33] %s", async (name) => {
    const lines: string[] = []
    const output = { out: (line: string) => lines.push(line), err: (line: string) => lines.push(line) }
    const codes = [
      await run(["test", join(folder, name)], output),
      await run(["test", join(folder, name), "--crash-everywhere"], output),
    ]
    expect(codes, lines.filter((line) => !line.startsWith("✓")).join("\n")).toEqual([0, 0])
  })
})
