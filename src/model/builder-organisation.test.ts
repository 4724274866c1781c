import { expect, test } from "vitest"
import { bundle, organisation, process, task } from "../builder.ts"
import { readBundle, readBundleValues } from "./bundle.ts"

const built = organisation({
  roles: { developer: {}, "senior-developer": { is: ["developer"], has: "code-review" }, temp: "removed" },
  capabilities: { "project-leader": { from: 'has("code-review")', title: "Leads" } },
  units: { acme: { manager: "ann" }, purchasing: { in: "acme" } },
  agents: {
    ann: {
      name: "Ann Ames",
      roles: ["senior-developer"],
      capabilities: "budget-training",
      unit: "purchasing",
      cost: 50,
      limit: 5,
      away: [{ from: "2026-12-24", to: "2027-01-02", standIn: "bob" }],
      hours: { timeZone: "Europe/Berlin", "mon-fri": "09:00-17:00", sat: ["09:00-12:00", "13:00-14:00"] },
      attributes: { grade: 7 },
    },
    bob: "removed",
    ocr: { program: true },
  },
  permissions: {
    "senior-developer": ["see", "do"],
    ocr: "do",
    purchasing: { see: true, do: "everywhere", intervene: ["requisition", { process: "order", unit: "acme" }] },
  },
})

const sameInYaml = `
organisation:
  roles: { developer: {}, senior-developer: { is: [developer], has: code-review }, temp: removed }
  capabilities: { project-leader: { from: 'has("code-review")', title: Leads } }
  units: { acme: { manager: ann }, purchasing: { in: acme } }
  agents:
    ann:
      name: Ann Ames
      roles: [senior-developer]
      capabilities: budget-training
      unit: purchasing
      cost: 50
      limit: 5
      away: [ { from: 2026-12-24, to: 2027-01-02, standIn: bob } ]
      hours: { timeZone: Europe/Berlin, mon-fri: 09:00-17:00, sat: [09:00-12:00, 13:00-14:00] }
      attributes: { grade: 7 }
    bob: removed
    ocr: { program: true }
  permissions:
    senior-developer: [see, do]
    ocr: do
    purchasing: { see: true, do: everywhere, intervene: [requisition, { process: order, unit: acme }] }
`

test("[ORG16] an organisation built is exactly what the language writes", () => {
  const fromText = readBundle([{ name: "a.yaml", text: sameInYaml }])
  const fromBuilder = readBundleValues([built])
  expect([fromText.findings, fromBuilder.findings]).toEqual([[], []])
  const plain = ({ locate: _, ...rest }: { readonly locate: unknown }) => rest
  expect(fromBuilder.organisation.map(plain)).toEqual(fromText.organisation.map(plain))
})

test("[ORG17] organisations are put together entry by entry, and an entry given twice is thrown", () => {
  const one = organisation({ roles: { a: {} }, agents: { ann: { roles: "a" } } })
  const other = organisation({ roles: { b: {} }, units: { u: {} } })
  const work = process("p", { flow: [task("t", { needs: { role: ["a", "b"], escalate: { after: "P1D" } } })] })
  expect(bundle(one, bundle(work, other))).toEqual({
    processes: [work],
    organisation: { roles: { a: {}, b: {} }, agents: { ann: { roles: "a" } }, units: { u: {} } },
  })
  expect(() => bundle(one, organisation({ roles: { a: {} } }))).toThrow("The bundle has 'a' twice under 'roles'.")
})
