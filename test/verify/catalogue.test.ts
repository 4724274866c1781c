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
  test.each(bundlesIn("faulty"))("[RULECHECK1] %s is found, and whatever is shown happens", async (file) => {
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
  })

  test.each(bundlesIn("clean"))("[RULECHECK2] nothing is found in %s", async (file) => {
    expect(await verifyRules(filesOf(file))).toEqual([])
  })

  test.each(["concert", "requisition"])("[RULECHECK2] nothing is found in examples/%s", async (name) => {
    expect(await verifyRules(await bundleFiles(join(import.meta.dirname, "../../examples", name)))).toEqual([])
  })
})
