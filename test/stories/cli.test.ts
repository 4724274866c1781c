import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { run } from "../../src/cli/run.ts"

const process = (name: string) => `process: ${name}\nflow: [ { task: A } ]\n`
const story = (name: string, ...steps: string[]) => `story: ${name}\nsteps: [ ${steps.join(", ")} ]\n`
const good = (name: string) =>
  story(`${name} goes well`, `{ start: ${name} }`, "{ complete: A }", "{ expect: { state: completed } }")

const files = {
  "good/order.yaml": process("order"),
  "good/order.story.yaml": good("order"),
  "good/more/deep.story.yaml": good("order").replace("well", "deep"),
  "bad/order.yaml": process("order"),
  "bad/a.story.yaml": good("order"),
  "bad/b.story.yaml": story("order goes wrong", "{ start: order }", "{ complete: B }"),
  "lost/order.yaml": process("order"),
  "lost/a.story.yaml": story("it burns", "{ start: order }", "{ rollback: A }"),
  "lost/b.story.yaml": story("it fails", "{ start: other }"),
  "lost/c.story.yaml": "story: it cannot be read\nsteps: [ { complte: A } ]\n",
  "lost/d.story.yaml": `bundle: ../nowhere\n${good("order")}`,
  "several/one/order.yaml": process("order"),
  "several/one/stories/order.story.yaml": good("order"),
  "several/two/order.yaml": process("order"),
  "several/two/part/item.yaml": process("item"),
  "several/two/part/order.story.yaml": good("order"),
  "several/apart/order.story.yaml": `bundle: ../one/order.yaml\n${good("order")}`,
  "split/processes/order.json": '{\n  "process": "order",\n  "flow": [ { "task": "A" } ]\n}\n',
  "split/package.json": "{}",
  "split/stories/order.story.yaml": good("order"),
  "doubtful/order.yaml":
    "process: order\ndata: { n: integer }\nflow: [ { choice: c, cases: [ { when: n > 1, do: [ { task: A } ] } ] } ]\n",
  "unsound/order.yaml":
    "process: order\nnet:\n  start: { to: [A, B] }\n  A: { to: [J] }\n  B: { to: [J] }\n  J: { join: and, to: [end] }\n",
  "wrong/order.yaml": "process: order\nflow: [ { tsk: A } ]\n",
  "empty/readme.txt": "nothing",
  "blank/order.yaml": "# to be written\n---\n\n",
}

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "exlet-cli-"))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), text)
  }
})
afterAll(() => rmSync(home, { recursive: true }))

async function exlet(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const inside = args.map((arg) => (arg.startsWith("/") ? home + arg : arg))
  const code = await run(inside, { out: (line) => out.push(line), err: (line) => err.push(line) })
  return { code, out: out.map((line) => line.replaceAll(home, "")), err: err.map((line) => line.replaceAll(home, "")) }
}

describe("exlet test", () => {
  test("[CLI1] runs every story of a folder, and all passed is 0", async () => {
    expect(await exlet("test", "/good")).toEqual({
      code: 0,
      out: ["✓ order goes deep", "✓ order goes well", "2 passed, 0 failed"],
      err: [],
    })
  })

  test("[CLI2] a story that failed is 1", async () => {
    const { code, out } = await exlet("test", "/bad")
    expect([code, out[0], out[1], out[3]?.trim(), out.at(-1)]).toEqual([
      1,
      "✓ order goes well",
      "✗ order goes wrong",
      "/bad/b.story.yaml:2:28 complete: B",
      "1 passed, 1 failed",
    ])
  })

  test("[CLI3] a story that could not be run is 2, whatever else failed", async () => {
    const { code, out } = await exlet("test", "/lost", "--store", "memory")
    expect(code).toBe(2)
    expect(out.filter((line) => !line.startsWith("    "))).toEqual([
      "? it burns",
      "  /lost/a.story.yaml:2:28 error MISSING_KEY The key 'to' is missing in a step 'rollback'.",
      "✗ it fails",
      "  on memory:",
      "  /lost/b.story.yaml:2:10 start: other",
      "? it cannot be read",
      "  /lost/c.story.yaml:2:10 error UNKNOWN_STEP There is no step 'complte'.",
      "? order goes well",
      "  /lost/d.story.yaml:1:9 error NO_BUNDLE There is no bundle at /nowhere.",
      "3 could not be run",
      "0 passed, 1 failed",
    ])
  })

  test("[CLI4] --json gives one object a story and nothing else", async () => {
    const { code, out } = await exlet("test", "/bad", "--json", "--crash-everywhere")
    expect(code).toBe(1)
    expect(
      out.map((line) => JSON.parse(line)).map(({ story, outcome, runs }) => [story, outcome, runs.length]),
    ).toEqual([
      ["order goes well", "passed", 2],
      ["order goes wrong", "failed", 2],
    ])
  })

  test("[CLI5] --only runs the stories with a text in their name or file", async () => {
    expect(await exlet("test", "/good", "/bad", "--only", "deep")).toEqual({
      code: 0,
      out: ["✓ order goes deep", "1 passed, 0 failed"],
      err: [],
    })
  })

  test.each([
    ["each of several bundles below the folder", "/several", 3],
    ["definitions in another folder than the stories", "/split", 1],
    ["a story named itself", "/several/one/stories/order.story.yaml", 1],
    ["a story named itself, with definitions beside it", "/bad/a.story.yaml", 1],
  ])("[CLI6] finds the bundle of a story: %s", async (_, path, count) => {
    const { code, out } = await exlet("test", path)
    expect([code, out.at(-1)]).toEqual([0, `${count} passed, 0 failed`])
  })

  test("[CLI7] no stories, no such folder, no such option and no such store are 2", async () => {
    expect(await exlet("test", "/empty")).toEqual({
      code: 2,
      out: ["0 passed, 0 failed"],
      err: ["There are no stories in /empty."],
    })
    expect(await exlet("test", "/nowhere")).toEqual({
      code: 2,
      out: [],
      err: ["There is no file or folder '/nowhere'."],
    })
    expect(await exlet("test", "/good", "--loud")).toMatchObject({
      code: 2,
      out: [],
      err: [/--loud/, /^Usage: exlet test /].map((text) => expect.stringMatching(text)),
    })
    expect(await exlet("test", "/good", "--store", "paper")).toMatchObject({
      code: 2,
      err: ["There is no store 'paper'; it is memory, sqlite or both.", expect.anything()],
    })
    expect(await exlet("test")).toMatchObject({ code: 2, err: ["Name a file or folder.", expect.anything()] })
  })
})

describe("exlet verify", () => {
  test("[CLI8] prints what it finds; errors are 1", async () => {
    const { code, out } = await exlet("verify", "/wrong")
    expect([code, out.length, out.at(-1)]).toEqual([1, 2, "1 error, 0 warnings"])
    expect(out[0]).toMatch(/^\/wrong\/order\.yaml:2:9 error \w+ /)
  })

  test("[CLI9] warnings are 0, and 1 with --strict", async () => {
    expect(await exlet("verify", "/doubtful")).toMatchObject({
      code: 0,
      out: [expect.stringContaining("NO_OTHERWISE"), "0 errors, 1 warning"],
    })
    expect(await exlet("verify", "/doubtful", "--strict")).toMatchObject({ code: 1 })
    expect(await exlet("verify", "/good", "--strict")).toMatchObject({ code: 0, out: ["0 errors, 0 warnings"] })
  })

  test("[CLI10] --json prints one finding a line and nothing else", async () => {
    const { out } = await exlet("verify", "/doubtful", "--json")
    expect(out.map((line) => JSON.parse(line))).toMatchObject([
      { code: "NO_OTHERWISE", severity: "warning", place: { line: 3 } },
    ])
  })

  test("[VERIFY2] prints the steps that lead there as they would stand in a story", async () => {
    const { code, out } = await exlet("verify", "/unsound")
    expect([code, out.at(-1)]).toEqual([0, "0 errors, 2 warnings"])
    const [stuck = ""] = out.filter((line) => line.includes("NO_OPTION_TO_COMPLETE"))
    expect(stuck.split("\n").slice(2)).toEqual([
      "  It can come about like this:",
      "    - { start: order }",
      "    - { complete: A }",
      "    - { expect: { state: running, exceptions: [ { class: Deadlock, at: order } ] } }",
    ])
  })

  test("[CLI11] nothing to verify is 2", async () => {
    expect(await exlet("verify", "/empty")).toEqual({
      code: 2,
      out: [],
      err: ["There is nothing to verify in /empty."],
    })
    expect(await exlet("verify", "/nowhere")).toMatchObject({ code: 2 })
    expect(await exlet("verify", "/blank/order.yaml")).toEqual({
      code: 2,
      out: [],
      err: ["There is nothing to verify in /blank/order.yaml."],
    })
  })
})

describe("exlet", () => {
  test("[CLI12] a command that does not exist is told with the nearest that does", async () => {
    expect(await exlet("tset")).toEqual({ code: 2, out: [], err: ["There is no command 'tset'. Did you mean 'test'?"] })
    expect(await exlet("help", "sing")).toEqual({
      code: 2,
      out: [],
      err: ["There is no command 'sing'. 'exlet help' lists them."],
    })
  })

  test("[CLI13] helps with all commands and with each", async () => {
    const { code, out } = await exlet("help")
    expect([code, out[0]]).toEqual([0, "Usage: exlet <command> …"])
    expect(await exlet("help", "test")).toEqual(await exlet("test", "--help"))
    const bare = await exlet()
    expect([bare.code, bare.out, bare.err[0], bare.err.length <= 30]).toEqual([2, [], out[0], true])
  })

  test("[CLI14] tells its version", async () => {
    const told = { code: 0, out: [expect.stringMatching(/^\d+\.\d+\.\d+/)], err: [] }
    expect(await exlet("--version")).toEqual(told)
    expect(await exlet("version")).toEqual(told)
  })
})
