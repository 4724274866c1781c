import { expect, test } from "vitest"
import { RIGHTS } from "../model/organisation.ts"
import { type Scope, scopeOf, withinScope } from "./principal.ts"

const rightsIn = (scope: Scope, where: { readonly process?: string } = {}) =>
  RIGHTS.filter((right) => withinScope(scope, right, where))

test("[SIGN1] a scope allows its rights, everything with administer, and without any all of them", () => {
  expect(rightsIn({})).toEqual(RIGHTS)
  expect(rightsIn({ rights: ["see", "do"] })).toEqual(["see", "do"])
  expect(rightsIn({ rights: ["administer"] })).toEqual(RIGHTS)
  expect(rightsIn({ rights: [] })).toEqual([])
})

test("[SIGN2] a scope of processes is only there: not elsewhere, and not where there is no process", () => {
  const scope: Scope = { rights: ["see"], processes: ["order", "return"] }
  expect(rightsIn(scope, { process: "return" })).toEqual(["see"])
  expect(rightsIn(scope, { process: "hiring" })).toEqual([])
  expect(rightsIn(scope)).toEqual([])
  expect(rightsIn({ processes: [] }, { process: "order" })).toEqual([])
})

test("[SIGN1] a right that is none bounds what it is written in, and allows nothing", () => {
  expect(scopeOf({ rights: ["see", "fly"] })).toEqual({ rights: ["see"] })
  expect(scopeOf({ rights: ["fly"] })).toEqual({ rights: [] })
})
