import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { describe, expect, test } from "vitest"
import { operations } from "../../src/api/operations.ts"
import { routes } from "../../src/api/routes.ts"
import { manualLines } from "../../src/cli/manual.ts"
import { run } from "../../src/cli/run.ts"
import { verbs } from "../../src/cli/verbs.ts"
import { allWords, commandOf } from "../../src/cli/words.ts"

async function exlet(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const code = await run(args, { out: (line) => out.push(line), err: (line) => err.push(line) })
  return { code, out, err }
}

describe("the words", () => {
  test("[CLI17] every operation of the doors has one, or says why not", async () => {
    expect(Object.keys(verbs).toSorted()).toEqual(Object.keys(routes).toSorted())
    const words = await allWords()
    const missing = Object.values(verbs).flatMap((said) =>
      "word" in said
        ? words.includes(said.word)
          ? []
          : [said.word]
        : "own" in said && !words.includes(said.own)
          ? [said.own]
          : [],
    )
    expect(missing).toEqual([])
    const unsaid = Object.entries(verbs).filter(([, said]) => "none" in said)
    expect(unsaid.map(([name]) => name)).toEqual(["signIn", "signOut"])
  })

  test("[CLI18] whatever an operation takes can be said", async () => {
    const unsaid: string[] = []
    for (const [name, said] of Object.entries(verbs)) {
      if ("none" in said) continue
      const command = await commandOf("word" in said ? said.word : said.own)
      const known = new Set([...(command?.flags ?? []), ...(command?.arguments ?? [])].map((one) => one.name))
      const hidden: readonly string[] = "hidden" in said ? said.hidden : []
      const names: Readonly<Record<string, string>> = "names" in said ? said.names : {}
      for (const field of Object.keys(operations[name as keyof typeof operations].input.properties)) {
        const flag = names[field] ?? field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
        if (!known.has(flag) && !hidden.includes(field)) unsaid.push(`${name}.${field}`)
      }
    }
    // Files are read here and sent; what a rule is learnt from has flags of its own; all pages are archived, and found in files again.
    expect(unsaid).toEqual([
      ...["verify.text", "verify.files", "verify.bundle"],
      ...["convert.text", "convert.files", "convert.bundle"],
      "backtest.from",
      ...["records.after", "records.limit", "forgetFamilies.families", "adoptRecords.records"],
    ])
  })

  test("[CLI13] each has help: how to write it, what it does, every flag", async () => {
    for (const word of await allWords()) {
      const command = await commandOf(word)
      const { code, out, err } = await exlet(...word.split(" "), "--help")
      expect([code, err, out[0]?.startsWith(`exlet ${word}`), out[2]]).toEqual([0, [], true, `${command?.summary}.`])
      for (const { name, about } of command?.flags ?? []) {
        expect(out.join("\n")).toContain(`--${name}`)
        expect([word, name, about !== ""]).toEqual([word, name, true])
      }
    }
  })

  test("[CLI13] all of them stand in the overview", async () => {
    const { out } = await exlet("help")
    const told = out.flatMap((line) => line.match(/^ {2}([a-z-]+( [a-z-]+)?) {2,}/)?.[1] ?? [])
    expect(told.toSorted()).toEqual((await allWords()).toSorted())
  })

  test("[CLI13] the first word of several alone tells them all", async () => {
    const { out } = await exlet("help", "keys")
    expect(out.filter((line) => line.startsWith("exlet "))).toEqual([
      "exlet keys list [flags]",
      "exlet keys create AGENT [flags]",
      "exlet keys rotate KEY [flags]",
      "exlet keys revoke KEY [flags]",
    ])
    expect(await exlet("keys", "--help")).toEqual({ code: 0, out, err: [] })
  })

  test("[CLI15] a flag all commands know is taken as true or false before the word, behind it and in errors", async () => {
    const lost = ["server", "--url", "http://127.0.0.1:1"]
    const isJson = async (...args: string[]) => (await exlet(...args)).err[0]?.startsWith("{")
    for (const flag of [["--json"], ["--json=true"], ["--json", "true"]])
      expect([flag, await isJson(...lost, ...flag), await isJson(...flag, ...lost)]).toEqual([flag, true, true])
    for (const flag of [["--json=false"], ["--json", "false"], ["--no-json"], []])
      expect([flag, await isJson(...lost, ...flag), await isJson(...flag, ...lost)]).toEqual([flag, false, false])
    const plain = await exlet("version")
    for (const flag of [["--help", "false"], ["--help=false"], ["--no-help"], ["-h=false"]])
      expect(await exlet("version", ...flag)).toEqual(plain)
    expect((await exlet("version", "--help=true")).out[0]).toContain("exlet version")
  })

  test("[CLI12] a second word nobody knows is told with the nearest", async () => {
    expect(await exlet("rules", "ad")).toEqual({
      code: 2,
      out: [],
      err: ["There is no command 'rules ad'. Did you mean 'rules add'?"],
    })
  })

  test("[CLI19] docs/cli.md is made from them", async () => {
    const page = readFileSync(resolve(import.meta.dirname, "../../docs/cli.md"), "utf8")
    expect(page).toBe(`${(await manualLines()).join("\n")}\n`)
  })
})
