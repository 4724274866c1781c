import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { describe, expect, test } from "vitest"

const source = resolve(import.meta.dirname, "../src")

/** Who may import whom, by room. What is not here is forbidden. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  messages: [],
  tables: [],
  expressions: ["messages"],
  model: ["messages", "expressions"],
  engine: ["messages", "expressions", "model", "tables"],
  exceptions: ["messages", "expressions", "model", "tables"],
  learn: ["messages", "expressions", "model", "exceptions"],
  people: ["messages", "expressions", "model"],
  interchange: ["messages", "expressions", "model"],
  store: ["messages"],
  runtime: ["messages", "expressions", "model", "engine", "exceptions", "learn", "people", "interchange", "store"],
  channels: ["messages", "runtime"],
  outside: ["messages", "runtime"],
  stories: ["messages", "expressions", "model", "engine", "exceptions", "runtime", "store"],
  verify: ["messages", "expressions", "model", "engine"],
  witness: [
    "messages",
    "expressions",
    "model",
    "engine",
    "exceptions",
    "runtime",
    "store",
    "stories",
    "verify",
    "package-files.ts",
  ],
  access: ["messages", "model", "people", "runtime", "store"],
  sample: ["messages", "main.ts"],
  archive: ["messages", "expressions", "engine", "runtime"],
  cli: [
    "archive",
    "messages",
    "model",
    "interchange",
    "runtime",
    "stories",
    "api",
    "client",
    "access",
    "http",
    "telemetry",
    "store",
    "channels",
    "outside",
    "witness",
    "sample",
    "main.ts",
    "client.ts",
    "server.ts",
    "version.ts",
    "package-files.ts",
  ],
  api: ["messages", "expressions", "model", "exceptions", "learn"],
  client: ["api"],
  http: ["messages", "expressions", "model", "api", "access", "runtime", "store", "main.ts", "package-files.ts"],
  telemetry: ["messages", "runtime", "store"],
  // Of the rest it knows words and shapes alone: what it does goes through the client.
  web: ["messages", "expressions", "model", "exceptions", "client.ts"],
  "client.ts": ["api", "client"],
  "builder.ts": ["model"],
  "version.ts": [],
  "package-files.ts": [],
  "server.ts": ["access", "channels", "http", "main.ts", "outside", "runtime", "store", "telemetry", "version.ts"],
  "main.ts": ["messages", "model", "engine", "exceptions", "learn", "runtime", "store", "witness"],
}

const doors = ["main.ts", "builder.ts", "client.ts", "server.ts"]
const pure = [
  "messages",
  "tables",
  "expressions",
  "model",
  "engine",
  "exceptions",
  "learn",
  "people",
  "interchange",
  "verify",
]
const packages: Readonly<Record<string, readonly string[]>> = {
  expressions: ["@marcbachmann/cel-js", "re2js", "temporal-polyfill"],
  model: ["yaml"],
  interchange: ["saxes"],
}

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".test.ts"))
  .map((file) => ({ file, room: file.split("/")[0] ?? "", text: readFileSync(join(source, file), "utf8") }))

const importsOf = (text: string) => [...text.matchAll(/(?:from|import)\s+"([^"]+)"/g)].map((match) => match[1] ?? "")

describe("the architecture", () => {
  test("[ARCH1] every import between rooms is in the table", () => {
    const wrong = files.flatMap(({ file, room, text }) =>
      importsOf(text)
        .filter((name) => name.startsWith("."))
        .map((name) => relative(source, resolve(source, dirname(file), name)).split("/")[0] ?? "")
        .filter((other) => other !== room && !(mayImport[room] ?? []).includes(other))
        .map((other) => `${file} imports ${other}`),
    )
    expect(wrong).toEqual([])
  })

  test("[ARCH2] the core uses no clock, no chance, no Node and only the packages it may", () => {
    const wrong = files
      .filter(({ room }) => pure.includes(room))
      .flatMap(({ file, room, text }) => [
        ...[
          ...text.matchAll(/\b(Date\.now|new Date\(\)|Math\.random|performance\.now|setTimeout|process\.env)\b/g),
        ].map((match) => `${file} uses ${match[1]}`),
        ...importsOf(text)
          .filter((name) => !name.startsWith(".") && !(packages[room] ?? []).includes(name))
          .map((name) => `${file} imports ${name}`),
      ])
    expect(wrong).toEqual([])
  })

  test("[ARCH7] the window asks the server like any other client: of the engine's rooms it takes types, and how names are written", () => {
    const names = ["client.ts", "model/forms.ts", "model/scope-text.ts", "model/event-names.ts"]
    const wrong = files
      .filter(({ room }) => room === "web")
      .flatMap(({ file, text }) =>
        [...text.matchAll(/^import (?!type )[^"]*?"(\.[^"]+)"/gm)]
          .map((match) => relative(source, resolve(source, dirname(file), match[1] ?? "")))
          .filter((name) => !name.startsWith("web/") && !names.includes(name))
          .map((name) => `${file} runs ${name}`),
      )
    expect(wrong).toEqual([])
  })

  test("[ARCH6] the package can be built as it is installed", () => {
    const tsc = resolve(source, "../node_modules/.bin/tsc")
    const built = spawnSync(tsc, ["-p", resolve(source, "../tsconfig.build.json"), "--noEmit"], { encoding: "utf8" })
    expect([built.status, built.stdout]).toEqual([0, ""])
  }, 180_000)

  test("[ARCH3] there is no room for odds and ends", () => {
    const names = files
      .map(({ file }) => file)
      .filter((file) => /(^|\/)(utils?|helpers?|common|shared|misc)(\/|\.ts$)/.test(file))
    expect(names).toEqual([])
  })

  test("[ARCH4] only the doors pass names on, and nothing passes on everything", () => {
    const wrong = files.filter(
      ({ file, text }) =>
        /export \* from/.test(text) || (!doors.includes(file) && /^export (type )?\{[^}]*\} from/m.test(text)),
    )
    expect(wrong.map(({ file }) => file)).toEqual([])
  })

  test("[ARCH5] no file needs itself", () => {
    const edges = new Map(
      files.map(({ file, text }) => [
        file,
        [...text.matchAll(/^(?:import|export)\s+(?!type\b)[^"]*?from\s+"(\.[^"]+)"/gm)].map((match) =>
          relative(source, resolve(source, dirname(file), match[1] ?? "")),
        ),
      ]),
    )
    expect(cyclesIn(edges)).toEqual([])
  })
})

function cyclesIn(edges: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" → "))
    if (path.includes(file) || done.has(file)) return
    for (const next of edges.get(file) ?? []) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of edges.keys()) visit(file, [])
  return cycles
}
