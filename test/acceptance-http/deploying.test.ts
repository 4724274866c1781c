import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Input } from "../../src/client.ts"
import { asJson } from "../http/calls.ts"
import { answersAreDocumented } from "../http/documented.ts"
import { fingerprint } from "../http/fingerprint.ts"
import { whatIsWrongWith } from "../http/refused-well.ts"
import { places } from "../http/seam.ts"
import { codeOf, openWorld, told, type World } from "../http/world.ts"

let world: World

beforeAll(async () => {
  world = await openWorld({ bundles: ["process: quiet\nflow: [ { task: sit } ]"] })
})
afterAll(() => world.close())

type What = Pick<Input<"deploy">, "text" | "files" | "bundle">
const task = "flow: [ { task: a } ]"

/** Each level has ten of the one before. */
const bomb = Array.from({ length: 12 }, (_, level) => {
  const below = level === 0 ? '"lol"' : `*l${level - 1}`
  return `l${level}: &l${level} [ ${Array(10).fill(below).join(", ")} ]`
}).join("\n")

const entities = `<?xml version="1.0"?>
<!DOCTYPE lolz [ <!ENTITY lol "lol"> <!ENTITY lol1 "&lol;&lol;&lol;"> <!ENTITY passwd SYSTEM "file:///etc/passwd"> ]>
<process name="&lol1;">&passwd;</process>`

/** What must be refused, in good time, with every finding in its place and nothing done. */
const attacks: Readonly<Record<string, What>> = {
  "an alias bomb": { text: `${bomb}\nprocess: bomb\ndata: *l11\n${task}` },
  "an alias of itself": { text: "process: loop\ndata: &a { x: *a }\nflow: [ { task: a } ]" },
  "a merge bomb": { text: `${bomb}\nprocess: bomb\ndata: { <<: *l11 }\n${task}` },
  "a deep list": { text: `process: deep\nflow: ${"[".repeat(10_000)}${"]".repeat(10_000)}` },
  "a deep map": { text: `process: deep\ndata: ${"{ a: ".repeat(5_000)}1${" }".repeat(5_000)}\n${task}` },
  "deep blocks": {
    text: Array.from({ length: 3000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n"),
  },
  "deep activities": {
    text: `process: deep\nflow: ${"[ { parallel: , branches: [ ".repeat(2000)}[]${" ] } ]".repeat(2000)}`,
  },
  "a deep condition": {
    text: `process: c\nflow: [ { while: w, when: '${"(".repeat(50_000)}true${")".repeat(50_000)}', do: [ { task: a } ] } ]`,
  },
  "a long condition": {
    text: `process: c\nflow: [ { while: w, when: '${"!".repeat(100_000)}true', do: [ { task: a } ] } ]`,
  },
  "no YAML at all": { text: "\u0000\u0001\u0002" },
  "unknown tags": { text: 'process: !!js/function "function () { process.exit() }"\nflow: []' },
  "a prototype as a key": { text: "process: p\ndata: { __proto__: string }\nflow: [ { task: a } ]\nconstructor: 1" },
  "the same key twice": { text: `process: p\nprocess: q\n${task}` },
  "XML with entities": { text: entities },
  "many documents": { text: "---\nx: 1\n".repeat(5_000) },
  "two things at once": { text: task, bundle: {} },
  "nothing at all": {},
}

describe("deploying what is not meant well", () => {
  test.each(Object.entries(attacks))(
    "is refused in good time and changes nothing: %s",
    async (_, what) => {
      const before = await fingerprint(world.engine)
      const body = JSON.stringify(what)
      const deployed = await world.raw("POST", "/api/v1/deployments", { headers: asJson, body })
      expect([whatIsWrongWith(deployed), deployed.text.length < 1_000_000]).toEqual([[], true])
      const verified = await world.raw("POST", "/api/v1/verifications", { headers: asJson, body })
      expect(verified.status < 300 ? [] : whatIsWrongWith(verified)).toEqual([])
      expect(`${deployed.text}${verified.text}`).not.toContain("root:")
      expect(await fingerprint(world.engine)).toEqual(before)
      expect((await world.raw("GET", places.health)).status).toBe(200)
    },
    20_000,
  )

  test.each([
    ["numbers as files", { files: [{ name: 1, text: 2 }] }],
    ["a file without a text", { files: [{ name: "a.yaml" }] }],
    ["a file that is a text", { files: ["process: p"] }],
    ["files that are no list", { files: { "a.yaml": "process: p" } }],
    ["a text that is none", { text: { process: "p" } }],
    ["a bundle that is a list", { bundle: [] }],
    ["more in a file than belongs there", { files: [{ name: "a.yaml", text: task, mode: "0777" }] }],
    ["too many files", { files: Array.from({ length: 2001 }, (_, index) => ({ name: `${index}.yaml`, text: "" })) }],
  ])("of the wrong shape is refused before anything is read: %s", async (_, what) => {
    for (const path of ["/api/v1/deployments", "/api/v1/verifications"]) {
      const got = await world.raw("POST", path, { headers: asJson, body: JSON.stringify(what) })
      expect([got.status, whatIsWrongWith(got)]).toEqual([400, []])
    }
  })

  test.each(["../outside.yaml", "/tmp/outside.yaml", "..\\outside.yaml", "a/../../outside.yaml", "\u0000.yaml", ""])(
    "names of files lead nowhere: %j",
    async (name) => {
      const got = await world.raw("POST", "/api/v1/deployments", {
        headers: asJson,
        body: JSON.stringify({ files: [{ name, text: "process: outside\nflow: [ { task: a, nonsense: true } ]" }] }),
      })
      expect(whatIsWrongWith(got)).toEqual([])
      const where = [resolve("outside.yaml"), resolve("../outside.yaml"), "/tmp/outside.yaml"]
      expect(where.filter((file) => existsSync(file))).toEqual([])
    },
  )

  test("ten thousand tasks are deployed or refused, and meanwhile others are answered", async () => {
    const flow = Array.from({ length: 10_000 }, (_, index) => `  - { task: t${index} }`).join("\n")
    const deploying = world.client().deploy({ text: `process: long\nflow:\n${flow}` })
    const health = await world.raw("GET", places.health)
    const answer = await deploying
    expect([health.status, answer.ok || answer.status < 500]).toEqual([200, true])
  }, 30_000)

  test("a giant text is deployed or refused within the limit on size, and does not come back whole in the answer", async () => {
    const title = "x".repeat(8 * 1024 * 1024)
    const answer = await world.client().deploy({ text: `process: giant\ntitle: ${title}\n${task}` })
    expect(answer.ok || answer.status < 500).toBe(true)
    expect(JSON.stringify(answer).length).toBeLessThan(1_000_000)
  }, 20_000)

  test("a pattern that takes for ever elsewhere takes no time", async () => {
    const text = `process: pattern\ndata: { text: { type: string, required: true } }\nflow:\n  - choice: c\n    cases:\n      - { when: 'text.matches("^(a+)+$")', do: [ { task: a } ] }\n      - { otherwise: [ { task: b } ] }`
    told(await world.client().deploy({ text }))
    told(await world.client().start({ process: "pattern", data: { text: `${"a".repeat(50_000)}!` } }))
  }, 20_000)
})

describe("deploying what is meant well", () => {
  test("the same again changes nothing, and every finding of a wrong one has a place and a remedy", async () => {
    const client = world.client()
    const text = "process: twice\nflow: [ { task: a } ]"
    const first = told(await client.deploy({ text }))
    const before = await fingerprint(world.engine)
    const second = told(await client.deploy({ text }))
    expect(first.processes).toEqual([{ name: "twice", version: 1, isNew: true }])
    expect(second.processes).toEqual([{ name: "twice", version: 1, isNew: false }])
    expect(await fingerprint(world.engine)).toEqual(before)

    const wrong = await client.deploy({
      files: [{ name: "w.yaml", text: "process: w\nflow:\n  - { task: a, nonsense: 1 }" }],
    })
    expect(codeOf(wrong)).toBe("DEFINITION_INVALID")
    const [finding] = wrong.ok ? [] : (wrong.rejection.findings ?? [])
    expect([finding?.place.file, finding?.place.line, finding?.severity]).toEqual(["w.yaml", 3, "error"])
  })

  test("a bundle that was fetched can be deployed elsewhere, and is the same there", async () => {
    const bundle = told(await world.client().bundle())
    const other = await openWorld()
    told(await other.client().deploy({ bundle }))
    expect(told(await other.client().bundle())).toEqual(bundle)
    await other.close()
  })
})

answersAreDocumented(() => world)
