import { readdirSync } from "node:fs"
import { join } from "node:path"
import { expect } from "vitest"
import { run } from "../../src/cli/run.ts"

const root = join(import.meta.dirname, "../..")

/** The bundles in a folder of the project, by their paths in it. */
export const bundlesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))

/** Runs a bundle's stories on memory and on SQLite, without and with a crash after every step. */
export async function runStories(bundle: string): Promise<void> {
  const lines: string[] = []
  const output = { out: (line: string) => lines.push(line), err: (line: string) => lines.push(line) }
  const codes = [
    await run(["test", join(root, bundle)], output),
    await run(["test", join(root, bundle), "--crash-everywhere"], output),
  ]
  expect(codes, lines.filter((line) => !line.startsWith("✓")).join("\n")).toEqual([0, 0])
}
