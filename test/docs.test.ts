import { execFile as execute, spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { doorStatus } from "../src/api/problems.ts"
import { bundleFiles } from "../src/cli/bundle-folder.ts"
import { parseArguments } from "../src/cli/parse-arguments.ts"
import { commandOf, groups } from "../src/cli/words.ts"
import { accepted, examine, rejectionStatus } from "../src/main.ts"
import { BUILT_IN_CLASSES } from "../src/model/exception-classes.ts"
import { openServer, type Server } from "../src/server.ts"

const execFile = promisify(execute)
const root = resolve(import.meta.dirname, "..")
const read = (file: string) => readFileSync(join(root, file), "utf8")
const firstLine = (block: string): string => block.trim().split("\n")[0] ?? ""
const blocks = (file: string) => [...read(file).matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? "")

test("[DOC1] the README's quick start runs and prints what it says", async () => {
  const [quickStart = ""] = blocks("README.md")
  const said = [...quickStart.matchAll(/console\.log\(.*?\)[ ]+\/\/ (.*)$/gm)].map((match) => match[1])
  expect((await run(quickStart)).trim().split("\n")).toEqual(said)
})

test.each([
  ...blocks("README.md")
    .slice(1)
    .map((block) => ({ file: "README.md", first: firstLine(block), block })),
  ...blocks("docs/guide.md").map((block) => ({ file: "docs/guide.md", first: firstLine(block), block })),
])("[DOC2] the code block of $file that begins with $first runs", async ({ block }) => {
  await run(block)
})

test("[DOC4] every process the README and the guide show is free of findings", () => {
  const texts = ["README.md", "docs/guide.md"].flatMap((file) =>
    [...read(file).matchAll(/```yaml\n(process:[\s\S]*?)```/g)].map((match) => match[1] ?? ""),
  )
  const inXml = [...read("docs/guide.md").matchAll(/```xml\n([\s\S]*?)```/g)].map((match) => match[1] ?? "")
  expect([texts.length > 1, inXml.length]).toEqual([true, 1])
  for (const text of [...texts, ...inXml]) expect(examine(text).findings).toEqual([])
})

test("[DOC3] errors.md names every rejection, and no other", () => {
  const named = [...read("docs/errors.md").matchAll(/^\| `([A-Z_]+)` \| (\d+) \|/gm)].map((match) => [
    match[1],
    Number(match[2]),
  ])
  expect(Object.fromEntries(named)).toEqual({ ...rejectionStatus, ...doorStatus })
})

test("[DOC3] errors.md names every class of exceptions the engine raises", () => {
  const named = [...read("docs/errors.md").matchAll(/^\| `([A-Z][A-Za-z]+)`(?: \(is `[A-Za-z]+`\))? \|/gm)].map(
    ([, name]) => name,
  )
  const raised = [...BUILT_IN_CLASSES.keys()].filter((name) => !name.endsWith("Trigger"))
  expect(named.filter((name) => !/^[A-Z_]+$/.test(name ?? "")).toSorted()).toEqual(raised.toSorted())
})

describe("docs/server.md", () => {
  /** In blocks and between backticks, without what a shell would not hand on. */
  const lines = [...read("docs/server.md").matchAll(/(?:^|`|" )exlet ([^`#\n]+)/gm)].map((match) => match[1] ?? "")

  test.each(lines)("[DOC6] shows a command line there is: exlet %s", async (line) => {
    const [first = "", ...others] = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? "",
    )
    const isGroup = Object.hasOwn(groups, first)
    const command = await commandOf(isGroup ? `${first} ${others[0]}` : first)
    expect(command).toBeDefined()
    const rest = isGroup ? others.slice(1) : others
    // A word alone only names the command.
    if (command && rest.length > 0) expect(() => parseArguments(rest, command)).not.toThrow()
  })

  test("[DOC6] shows some", () => {
    expect(lines).toContainEqual(expect.stringMatching(/^keys create/))
    expect(lines.length).toBeGreaterThan(8)
  })
})

describe("the README's first exception", () => {
  const [commands = "", looking = "", curls = ""] = [...read("README.md").matchAll(/```sh\n([\s\S]*?)```/g)].map(
    (match) => match[1] ?? "",
  )
  let server: Server
  let url: string

  beforeAll(async () => {
    server = await openServer({ mode: "development" })
    accepted(await server.engine.deploy(await bundleFiles(join(root, "examples/concert"))))
    url = (await server.listen({ port: 0 })).url
  })
  afterAll(() => server.close())

  /** As a reader would type them, but for where the server is; what never ends by itself is left out. */
  const shell = async (lines: string) => {
    const script = lines
      .replaceAll("http://127.0.0.1:7400", url)
      .replaceAll("npx exlet", `'${process.execPath}' '${join(root, "src/cli/main.ts")}'`)
      .replaceAll(/^.* follow .*$/gm, "")
    const { stdout } = await execFile("sh", ["-ec", script], { env: { ...process.env, EXLET_URL: url } })
    return stdout
  }

  test("[DOC5] is handled as it says, on the command line", async () => {
    const [said = ""] = /^ {4}ItemEnabled doShow[\s\S]*?(?=\n\n)/m.exec(read("README.md")) ?? []
    const printed = await shell(commands + looking)
    for (const line of said.split("\n")) {
      const [words = ""] = line.trim().split(" …")
      expect(printed).toContain(words)
    }
    expect(printed).toContain("bookSmallVenue")
    expect(printed).toContain("ticketsSold < seating * 0.5")
  }, 120_000)

  test.skipIf(spawnSync("curl", ["--version"]).status !== 0)("[DOC5] is handled as it says, with curl", async () => {
    const printed = await shell(curls)
    expect(printed).toContain('"says":"move-to-small-venue"')
    expect(printed).toContain('"task":"bookSmallVenue"')
  })
})

/** Runs a program as a reader would, in a folder of its own; the package's names stand for the sources. */
async function run(program: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "exlet-docs-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const source = (name: string) => pathToFileURL(join(root, "src", name)).href
  const text = program
    .replaceAll('"exlet/builder"', `"${source("builder.ts")}"`)
    .replaceAll('"exlet"', `"${source("main.ts")}"`)
  writeFileSync(join(folder, "program.ts"), text)
  // Each is a process that reads the same sources: what one has compiled the next one takes.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "exlet-docs-compiled") }
  const { stdout } = await execFile(process.execPath, ["program.ts"], { cwd: folder, env })
  return stdout
}
