import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { expect, onTestFinished, test } from "vitest"
import { doorStatus } from "../src/api/problems.ts"
import { examine, rejectionStatus } from "../src/main.ts"

const root = resolve(import.meta.dirname, "..")
const read = (file: string) => readFileSync(join(root, file), "utf8")
const blocks = (file: string) => [...read(file).matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? "")

test("[DOC1] the README's quick start runs and prints what it says", () => {
  const [quickStart = ""] = blocks("README.md")
  const said = [...quickStart.matchAll(/console\.log\(.*?\)[ ]+\/\/ (.*)$/gm)].map((match) => match[1])
  expect(run(quickStart).trim().split("\n")).toEqual(said)
})

test("[DOC2] every other code block of the README and the guide runs", () => {
  for (const block of [...blocks("README.md").slice(1), ...blocks("docs/guide.md")]) run(block)
})

test("[DOC4] every process the README and the guide show is free of findings", () => {
  const texts = ["README.md", "docs/guide.md"].flatMap((file) =>
    [...read(file).matchAll(/```yaml\n(process:[\s\S]*?)```/g)].map((match) => match[1] ?? ""),
  )
  expect(texts.length).toBeGreaterThan(1)
  for (const text of texts) expect(examine(text).findings).toEqual([])
})

test("[DOC3] errors.md names every rejection, and no other", () => {
  const named = [...read("docs/errors.md").matchAll(/^\| `([A-Z_]+)` \| (\d+) \|/gm)].map((match) => [
    match[1],
    Number(match[2]),
  ])
  expect(Object.fromEntries(named)).toEqual({ ...rejectionStatus, ...doorStatus })
})

/** Runs a program as a reader would, in a folder of its own; the package's names stand for the sources. */
function run(program: string): string {
  const folder = mkdtempSync(join(tmpdir(), "exlet-docs-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const source = (name: string) => pathToFileURL(join(root, "src", name)).href
  const text = program
    .replaceAll('"exlet/builder"', `"${source("builder.ts")}"`)
    .replaceAll('"exlet"', `"${source("main.ts")}"`)
  writeFileSync(join(folder, "program.ts"), text)
  return execFileSync(process.execPath, ["program.ts"], { cwd: folder, encoding: "utf8", timeout: 30_000 })
}
