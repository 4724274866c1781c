import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { describe, expect, onTestFinished, test } from "vitest"
import { parse } from "yaml"
import { run } from "../../src/cli/run.ts"
import { surroundings } from "../../src/cli/surroundings.ts"
import { accepted, convert, openEngine } from "../../src/main.ts"
import { codeOf, openWorld, told } from "../http/world.ts"

const laptop = readFileSync(resolve(import.meta.dirname, "laptop/laptop.wqm.xml"), "utf8")
const xml = `<?xml version="1.0" encoding="UTF-8"?>
<wqm version="1">
  <workflow name="order">
    <task name="pack"/>
  </workflow>
</wqm>
`
const yaml = "process: order\nflow:\n  - task: pack\n"
const order = { processes: [{ process: "order", flow: [{ task: "pack" }] }] }
const wrong = '<wqm>\n  <workflow name="order"><tsk name="pack"/></workflow>\n</wqm>'

describe("WQM in TypeScript", () => {
  test("[WQM11] is deployed as text, as a file, and beside files of other kinds", async () => {
    const engine = await openEngine()
    onTestFinished(() => engine.stop())
    expect(accepted(await engine.deploy(xml)).processes).toEqual([{ name: "order", version: 1, isNew: true }])
    expect(accepted(await engine.deploy(yaml)).processes).toEqual([{ name: "order", version: 1, isNew: false }])
    const files = [
      { name: "laptop.wqm.xml", text: laptop },
      {
        name: "order.yaml",
        text: "process: other\nflow: [ { task: a } ]\nrules: [ { on: done(wf5), at: other, then: mwf5 } ]",
      },
    ]
    const deployed = accepted(await engine.deploy(files))
    expect(deployed.processes.map(({ name }) => name)).toEqual([
      "wf1",
      "wf2",
      "wf3",
      "wf4",
      "wf5",
      "wf6",
      "wf7",
      "other",
    ])
    expect(deployed.trees).toHaveLength(7)
    const refused = await engine.deploy(wrong)
    expect(refused.ok || refused.rejection.findings?.map(({ code, place }) => [code, place])).toEqual([
      ["MISSING_ELEMENT", { file: "process.xml", line: 2, column: 3, path: "processes[0]" }],
      ["UNKNOWN_ELEMENT", { file: "process.xml", line: 2, column: 26, path: "processes[0]" }],
    ])
  })

  test("[WQM8] what is deployed from XML is deployed from YAML made of it, without any difference", async () => {
    const one = await openEngine()
    const other = await openEngine()
    onTestFinished(async () => {
      await one.stop()
      await other.stop()
    })
    accepted(await one.deploy(laptop))
    accepted(await other.deploy(accepted(convert(laptop, "bundle")).bundle ?? {}))
    expect(other.bundle()).toEqual(one.bundle())
    const { wqm = "", findings } = accepted(one.convert(one.bundle(), "wqm"))
    expect(findings).toEqual([])
    expect(accepted(await other.deploy(wqm)).trees.map(({ isNew }) => isNew)).toEqual(Array(6).fill(false))
  })

  test("[WQM12] definitions are converted, or it is told why not", () => {
    expect(convert(yaml, "wqm")).toEqual({ ok: true, value: { wqm: xml, findings: [] } })
    expect(convert(xml, "bundle")).toEqual({ ok: true, value: { bundle: order, findings: [] } })
    expect(convert(order, "wqm")).toEqual({ ok: true, value: { wqm: xml, findings: [] } })
    const refused = convert(wrong, "bundle")
    expect(refused.ok || refused.rejection.code).toBe("DEFINITION_INVALID")
  })

  test("[WQM12] the documents of several files become one bundle", () => {
    const files = [
      {
        name: "a.yaml",
        text: `${yaml}exlets: { a: [ { suspend: order } ] }\n---\nprocesses: [ { process: b, flow: [ { task: x } ] } ]`,
      },
      { name: "b.yaml", text: "exlets: { b: [ { suspend: order } ] }\norganisation: { roles: { x: {} } }" },
      { name: "c.xml", text: '<wqm><workflow name="c"><task name="x"/></workflow></wqm>' },
      { name: "d.json", text: '{ "organisation": { "roles": { "y": {} }, "units": { "z": {} } } }' },
    ]
    expect(accepted(convert(files, "bundle")).bundle).toEqual({
      processes: [...order.processes, { process: "b", flow: [{ task: "x" }] }, { process: "c", flow: [{ task: "x" }] }],
      exlets: { a: [{ suspend: "order" }], b: [{ suspend: "order" }] },
      organisation: { roles: { x: {}, y: {} }, units: { z: {} } },
    })
  })
})

test("[WQM11] [WQM12] over HTTP it is deployed, verified and converted", async () => {
  const world = await openWorld()
  onTestFinished(() => world.close())
  const client = world.client()
  expect(told(await client.deploy({ files: [{ name: "laptop.xml", text: laptop }] })).processes).toHaveLength(7)
  expect(told(await client.deploy({ text: xml })).processes).toEqual([{ name: "order", version: 1, isNew: true }])
  expect(told(await client.verify({ text: wrong })).findings.map(({ code, place }) => [code, place.line])).toEqual([
    ["MISSING_ELEMENT", 2],
    ["UNKNOWN_ELEMENT", 2],
  ])
  expect(told(await client.convert({ text: yaml, to: "wqm" }))).toEqual({ wqm: xml, findings: [] })
  expect(told(await client.convert({ text: xml, to: "bundle" }))).toEqual({ bundle: order, findings: [] })
  expect(codeOf(await client.convert({ text: wrong, to: "bundle" }))).toBe("DEFINITION_INVALID")
  expect(codeOf(await client.convert({ to: "bundle" }))).toBe("REQUEST_INVALID")
})

test("[WQM12] what is deployed is exported as WQM, and what is missing in it is told", async () => {
  const folder = mkdtempSync(join(tmpdir(), "exlet-wqm-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const store = ["--store", join(folder, "exlet.db")]
  writeFileSync(join(folder, "a.xml"), xml)
  const exlet = async (...args: string[]) => {
    const [out, err]: [string[], string[]] = [[], []]
    const output = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) }
    return { code: await run([...args, ...store], output), out: out.join("\n"), err: err.join("\n") }
  }
  expect((await exlet("deploy", join(folder, "a.xml"))).code).toBe(0)
  expect(await exlet("export", "bundle", "--wqm")).toEqual({ code: 0, out: xml.trimEnd(), err: "" })
  writeFileSync(join(folder, "b.yaml"), "exceptions: { Late: {} }\n")
  expect((await exlet("deploy", join(folder, "b.yaml"))).code).toBe(0)
  expect(await exlet("export", "bundle", "--wqm")).toEqual({
    code: 1,
    out: xml.trimEnd(),
    err: "exceptions.Late error NOT_IN_WQM The class 'Late' has no place in WQM, so it is left out.\n  Keep it in a bundle of YAML or JSON.",
  })
  expect((await exlet("export", "history", "--wqm")).code).toBe(2)
})

describe("exlet convert", () => {
  const exlet = async (files: Readonly<Record<string, string>>, ...args: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), "exlet-wqm-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const [out, err]: [string[], string[]] = [[], []]
    const output = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) }
    const code = await run(["convert", ...args.map((arg) => (arg.startsWith("--") ? arg : join(folder, arg)))], output)
    return { code, out: out.join("\n"), err: err.join("\n").replaceAll(`${folder}/`, "") }
  }

  test("[WQM12] makes YAML of WQM, and WQM of anything else", async () => {
    expect(await exlet({ "a.wqm.xml": xml }, "a.wqm.xml")).toEqual({
      code: 0,
      out: "processes:\n  - process: order\n    flow:\n      - task: pack",
      err: "",
    })
    expect(await exlet({ "a.yaml": yaml }, "")).toEqual({ code: 0, out: xml.trimEnd(), err: "" })
    const { out } = await exlet({ "a.xml": laptop }, "a.xml", "--to=json")
    expect(JSON.parse(out)).toEqual(accepted(convert(laptop, "bundle")).bundle)
    const { out: asYaml } = await exlet({ "a.xml": laptop }, "a.xml")
    expect(parse(asYaml)).toEqual(JSON.parse(out))
  })

  test("[WQM12] says what it left out: 1 where a definition is missing, with --strict where anything is", async () => {
    const detail = { "a.yaml": "process: order\nowner: ann\nflow: [ { task: pack } ]\n" }
    const err =
      "a.yaml:2:8 warning NOT_IN_WQM 'owner' of the process 'order' has no place in WQM and is left out.\n  Say it in a bundle of YAML or JSON, or do without it."
    expect(await exlet(detail, "a.yaml")).toEqual({ code: 0, out: xml.trimEnd(), err })
    expect(await exlet(detail, "a.yaml", "--strict")).toEqual({ code: 1, out: xml.trimEnd(), err })
    const { code, out } = await exlet({ "a.yaml": `${yaml}exceptions: { Late: {} }\n` }, "a.yaml")
    expect([code, out]).toEqual([1, xml.trimEnd()])
  })

  test("[WQM12] reads what comes in", async () => {
    const out: string[] = []
    const output = { out: (line: string) => void out.push(line), err: (line: string) => void out.push(line) }
    const around = (text: string) => ({ ...surroundings(new AbortController().signal), stdin: async () => text })
    expect(await run(["convert", "-"], output, around(xml))).toBe(0)
    expect(await run(["convert", "-"], output, around(out.join("\n")))).toBe(0)
    expect(out[1]).toBe(xml.trimEnd())
  })

  test("[WQM12] prints nothing where it cannot be read", async () => {
    expect(await exlet({ "a.xml": "<wqm>" }, "a.xml")).toEqual({
      code: 1,
      out: "",
      err: "a.xml:1:1 error BAD_SYNTAX The element 'wqm' is never closed.\n  Write '</wqm>', or '/>' at its end.",
    })
    expect(await exlet({}, "")).toMatchObject({ code: 2, out: "" })
    expect(await exlet({}, "nowhere.xml")).toMatchObject({ code: 2, out: "" })
  })
})
