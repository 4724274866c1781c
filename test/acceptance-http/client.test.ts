import { readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { dirname, relative, resolve } from "node:path"
import { createContext, runInContext } from "node:vm"
import { describe, expect, test } from "vitest"
import { operationNames } from "../http/calls.ts"

const source = resolve(import.meta.dirname, "../../src")

/** What is needed when the program runs: types are gone by then. */
function runtimeImports(file: string): readonly string[] {
  const code = stripTypeScriptTypes(readFileSync(file, "utf8"))
  return [
    ...code.matchAll(/(?:^|\n)\s*(?:import|export)\s[^"';]*?from\s*"([^"]+)"|(?:^|[^.\w])import\s*\(?\s*"([^"]+)"/g),
  ].map(([, from, bare]) => from ?? bare ?? "")
}

function reached(from: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const look = (file: string): void => {
    if (found.has(file)) return
    const imports = runtimeImports(file)
    found.set(file, imports)
    for (const name of imports) if (name.startsWith(".")) look(resolve(dirname(file), name))
  }
  look(from)
  return found
}

describe("the typed client", () => {
  const files = reached(resolve(source, "client.ts"))

  test("[VERB2] needs nothing from Node and no package, however far one follows its imports", () => {
    const foreign = [...files].flatMap(([file, imports]) =>
      imports.filter((name) => !name.startsWith(".")).map((name) => `${relative(source, file)} imports ${name}`),
    )
    expect(foreign).toEqual([])
  })

  test("does not bring the engine with it", () => {
    const rooms = new Set([...files.keys()].map((file) => relative(source, file).split("/")[0]))
    expect([...rooms].sort()).toEqual(["api", "client", "client.ts", "messages"])
  })

  test("names nothing a browser does not have", () => {
    const names = [...files.keys()].flatMap((file) => {
      const code = stripTypeScriptTypes(readFileSync(file, "utf8")).replace(
        /\/\*[\s\S]*?\*\/|"[^"\n]*"|`[^`]*`|\/\/.*/g,
        "",
      )
      return [...code.matchAll(/(?<![.\w"])(process|Buffer|global|require|__dirname|setImmediate)\b(?!["\w:])/g)].map(
        ([, name]) => `${relative(source, file)} names ${name}`,
      )
    })
    expect(names).toEqual([])
  })

  test("works where there is nothing but fetch: every verb is there, and asks at its route", async () => {
    const asked: string[] = []
    const world = createContext({
      URLSearchParams,
      TextDecoderStream,
      setTimeout,
      clearTimeout,
      Response,
      fetch: async (address: string, { method }: { method: string }) => {
        asked.push(`${method} ${address}`)
        return new Response('{"case":"c1"}', { status: 201, headers: { "content-type": "application/json" } })
      },
    })
    const connect = runInContext(`(() => { ${oneScript(resolve(source, "client.ts"), files)} })()`, world) as (
      connection: object,
    ) => Record<string, (input?: object, options?: object) => Promise<unknown>>
    const client = connect({ url: "http://exlet.test/", token: "t" })
    expect(operationNames.filter((name) => typeof client[name] !== "function")).toEqual([])
    // Made in another world, so compared as text.
    const started = await client.start?.({ process: "order" })
    expect(JSON.stringify(started)).toBe('{"ok":true,"value":{"case":"c1"}}')
    await client.case?.({ case: "a/b" })
    expect(asked).toEqual(["POST http://exlet.test/api/v1/cases", "GET http://exlet.test/api/v1/cases/a%2Fb"])
  })
})

/** The files one after the other, what is needed before what needs it: they name nothing twice, or this does not compile. */
function oneScript(entry: string, files: ReadonlyMap<string, readonly string[]>): string {
  const done = new Set<string>()
  const parts: string[] = []
  const add = (file: string): void => {
    if (done.has(file)) return
    done.add(file)
    for (const name of files.get(file) ?? []) add(resolve(dirname(file), name))
    if (file === entry) return
    const code = stripTypeScriptTypes(readFileSync(file, "utf8"))
      .replace(/^import[\s\S]*?from\s*"[^"]+";?$/gm, "")
      .replace(/^export\s+(?=(?:async\s+)?(?:const|function|class|let))/gm, "")
    parts.push(code)
  }
  add(entry)
  return `${parts.join("\n")}\nreturn connect`
}
