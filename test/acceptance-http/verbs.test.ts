import { resolve } from "node:path"
import { describe, expect, test } from "vitest"
import { operations } from "../../src/api/operations.ts"
import { routes } from "../../src/api/routes.ts"
import { connect } from "../../src/client.ts"
import { openEngine } from "../../src/main.ts"
import { operationNames } from "../http/calls.ts"

/** What only a program that has the engine inside itself can ask for, and why nobody else needs to. */
const embedOnly: Readonly<Record<string, string>> = {
  worker: "a function of the same program; others claim items",
  source: "a function of the same program",
  execute: "any command at all: each has a verb of its own",
  expecting: "asked by the door: whom a message would reach, and whether he who sends it may",
  placeOf: "asked by the door: where something stands, and whether he who asks may see it",
  caseCondition: "asked by the door: `cases` takes it as `where`",
  titleOf: "asked by the door: `items` and `worklist` tell it",
  itemRow: "asked by the door: `items` and `worklist` tell it",
  looksLikeAgent: "asked by the door: a token by a name that passes for another's is refused",
  mayKnow: "asked by the door: whether a name may be told to who has mistyped another",
  maySomewhere: "asked by the door: `me` tells it",
  sketches: "asked by the door: `verify` tells them with its findings",
  lastPosition: "told by `server` and with every page of `entries`",
  probe: "asked by `/readyz`",
  idle: "for tests: when nothing is under way any more",
  abreast: "the doors wait for it before each request",
  returnItems: "done by the door: what it could not hand over",
  stop: "stopping a server is not for whoever talks to it",
  kill: "for tests: as a crash would",
}

async function verbsOfEngine(): Promise<readonly string[]> {
  const engine = await openEngine()
  await engine.stop()
  return Object.entries(engine).flatMap(([name, value]) => (typeof value === "function" ? [name] : []))
}

/** Every text anywhere inside: how the table of the command line is written is its own affair. */
function textsIn(value: unknown, seen = new Set<unknown>()): readonly string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null || seen.has(value)) return []
  seen.add(value)
  const entries = value instanceof Map ? [...value] : Object.entries(value)
  return entries.flatMap(([name, inner]) => [String(name), ...textsIn(inner, seen)])
}

describe("the verbs of the doors", () => {
  test("[VERB1] what the engine can do, the doors can do, or there is a reason", async () => {
    const verbs = new Set<string>(operationNames.map((name) => operations[name].verb))
    const missing = (await verbsOfEngine()).filter((verb) => !verbs.has(verb) && !(verb in embedOnly))
    expect(missing).toEqual([])
  })

  test("a reason is given only for what is there, and has no door", async () => {
    const there = await verbsOfEngine()
    const verbs = new Set<string>(operationNames.map((name) => operations[name].verb))
    expect(Object.keys(embedOnly).filter((verb) => !there.includes(verb) || verbs.has(verb))).toEqual([])
  })

  test("no two operations are at the same route", () => {
    const written = Object.values(routes).map((route) => route.replace(/:\w+/g, ":"))
    expect(written.filter((route, index) => written.indexOf(route) !== index)).toEqual([])
  })

  test("[VERB1] every operation is a function of the client, and the client has no other", () => {
    expect(Object.keys(connect()).sort()).toEqual([...operationNames].sort())
  })

  test("[VERB1] every operation is in the table of the command line", async () => {
    const table = resolve(import.meta.dirname, "../../src/cli/verbs.ts")
    const { verbs } = (await import(/* @vite-ignore */ table)) as { readonly verbs: unknown }
    const texts = new Set(textsIn(verbs))
    expect(operationNames.filter((name) => !texts.has(name))).toEqual([])
  })

  test("every command can be tried out and takes a reason; nothing else does", () => {
    const wrong = operationNames.filter((name) => {
      const { input, kind } = operations[name]
      const isCommand = "dryRun" in input.properties && "reason" in input.properties
      return isCommand !== (kind === "command")
    })
    expect(wrong).toEqual([])
  })

  test("a query is a GET, and nothing else is", () => {
    expect(
      operationNames.filter((name) => (operations[name].kind === "query") !== routes[name].startsWith("GET")),
    ).toEqual([])
  })
})
