import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { bundleFiles } from "../../src/cli/bundle-folder.ts"
import type { Finding } from "../../src/messages/findings.ts"
import { replay } from "../../src/witness/replay.ts"
import { verifyRules } from "../../src/witness/verify-rules.ts"

const bundlesIn = (folder: string) => readdirSync(join(import.meta.dirname, folder)).map((file) => join(folder, file))

function filesOf(file: string) {
  return [{ name: file, text: readFileSync(join(import.meta.dirname, file), "utf8") }]
}

/** The codes a bundle says it should be found with, in its first line. */
const plantedIn = (file: string) => [...codesIn(filesOf(file)[0]?.text ?? "")].sort()
const codesIn = (text: string) => text.split("\n", 1)[0]?.replace("# ", "").split(" ") ?? []

const codesOf = (findings: readonly Finding[]) => [...new Set(findings.map(({ code }) => code))].sort()

/** Nothing happens where a condition can never be true, so nothing can be shown. */
const isShown = ({ code, counterexample }: Finding) => code === "RULE_NEVER_HOLDS" || counterexample !== undefined

describe("the catalogue", () => {
  test.each(bundlesIn("faulty"))(
    "[RULECHECK1] [RULECHECK8] [RULECHECK20] %s is found, and whatever is shown happens",
    async (file) => {
      const files = filesOf(file)
      const findings = await verifyRules(files)
      expect({ codes: codesOf(findings), unshown: findings.filter((finding) => !isShown(finding)) }).toEqual({
        codes: plantedIn(file),
        unshown: [],
      })
      for (const { severity, place, remedy, counterexample } of findings) {
        expect([severity, place.file, place.line !== undefined, remedy !== ""]).toEqual(["warning", file, true, true])
        if (counterexample) expect(await replay(files, counterexample)).toEqual({ outcome: "passed" })
      }
    },
  )

  test.each(bundlesIn("clean"))("[RULECHECK2] nothing is found in %s", async (file) => {
    expect(await verifyRules(filesOf(file))).toEqual([])
  })

  test.each(["concert", "laptop", "requisition"])("[RULECHECK2] nothing is found in examples/%s", async (name) => {
    expect(await verifyRules(await bundleFiles(join(import.meta.dirname, "../../examples", name)))).toEqual([])
  })

  test("[RULECHECK3] without the rule on its end, the laptop order stays suspended after the additional approval", async () => {
    const all = await bundleFiles(join(import.meta.dirname, "../../examples/laptop"))
    const files = all.map(({ name, text }) => ({
      name,
      text: name.endsWith("rules.yaml") ? text.slice(0, text.indexOf("  - at: additional-approval")) : text,
    }))
    const [finding, ...others] = await verifyRules(files)
    expect([finding?.code, others]).toEqual(["SUSPEND_NEVER_RESUMED", []])
    expect(finding?.counterexample?.slice(-3)).toEqual([
      { complete: "vpFinance", of: "laptop-order/additional-approval" },
      { complete: "president", of: "laptop-order/additional-approval" },
      {
        expect: {
          state: "running",
          held: true,
          items: { A2: "held enabled" },
          family: { "laptop-order": "running", "additional-approval": "completed" },
        },
      },
    ])
    expect(await replay(files, finding?.counterexample ?? [])).toEqual({ outcome: "passed" })
  })

  test("[RULECHECK4] a rule that comes with a bundle may let go what an exlet deployed before holds", async () => {
    const before = {
      processes: [
        { process: "order", flow: [{ task: "enter" }, { task: "pack" }] },
        { process: "check", flow: [{ task: "decide" }] },
      ],
      rules: [{ on: "done(enter)", at: "order", then: [{ suspend: "order" }, { start: "check" }] }],
    }
    const rule = { on: "done(check)", at: "check" }
    const codes = async (then: readonly object[]) =>
      codesOf(await verifyRules(JSON.stringify({ rules: [{ ...rule, then }] }), before))
    expect(await codes([{ resume: "order" }])).toEqual([])
    expect(await codes([{ notify: "ann", text: "Done" }])).toEqual(["SUSPEND_NEVER_RESUMED"])
  })

  test("[RULECHECK5] the same bundle is found the same", async () => {
    const files = filesOf("faulty/waits-and-resumes-when-okay.yaml")
    expect(await verifyRules(files)).toEqual(await verifyRules(files))
  })
})
