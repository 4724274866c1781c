import { readdirSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { run } from "../../src/cli/run.ts"

const folder = join(import.meta.dirname, "../meta")
const bundles = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

test.each(bundles)(
  "[META16] test/meta/%s runs in memory, on SQLite and with a crash after every step",
  async (name) => {
    const lines: string[] = []
    const output = { out: (line: string) => lines.push(line), err: (line: string) => lines.push(line) }
    const codes = [
      await run(["test", join(folder, name)], output),
      await run(["test", join(folder, name), "--crash-everywhere"], output),
    ]
    expect(codes, lines.filter((line) => !line.startsWith("✓")).join("\n")).toEqual([0, 0])
  },
)
