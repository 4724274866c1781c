import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { expect, test } from "vitest"

const root = resolve(import.meta.dirname, "..")
const rules = [...readFileSync(join(root, "SPEC.md"), "utf8").matchAll(/^- \*\*([A-Z]+\d+)\*\*/gm)].map(
  (match) => match[1] ?? "",
)

/** Ids in brackets at the beginning of test titles, in test files and in the suites they share. */
const cited = ["src", "test"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && (folder === "test" || file.endsWith(".test.ts")))
    .flatMap((file) => [...readFileSync(join(root, folder, file), "utf8").matchAll(/["'`](?:\[[A-Z]+\d+\] ?)+/g)])
    .flatMap((match) => [...match[0].matchAll(/\[([A-Z]+\d+)\]/g)].map((id) => id[1] ?? "")),
)

/** Stories cite rules too, in brackets at the end of their names. */
const told = ["test", "examples"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".story.yaml"))
    .flatMap((file) => [...readFileSync(join(root, folder, file), "utf8").matchAll(/^story: .*$/gm)])
    .flatMap((match) => [...match[0].matchAll(/\[([A-Z]+\d+)\]/g)].map((id) => id[1] ?? "")),
)
const proofs = [...cited, ...told]

test("[SPEC1] every rule is cited by a test and every citation is a rule", () => {
  expect({ twice: rules.filter((rule, index) => rules.indexOf(rule) !== index) }).toEqual({ twice: [] })
  expect({ untested: rules.filter((rule) => !proofs.includes(rule)) }).toEqual({ untested: [] })
  expect({ unknown: [...new Set(proofs)].filter((id) => !rules.includes(id)) }).toEqual({ unknown: [] })
})
