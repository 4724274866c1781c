import { expect, test } from "vitest"
import { draftKey, isDraft, newDraft, thenOf } from "./rule-draft.ts"

test("[SHOP16] what is typed into a rule is kept as it is, wherever the rule is to stand", () => {
  const kept = [newDraft("Timeout"), { ...newDraft("select"), condition: "price > 10" }, null, [], {}, { condition: 1 }]
  expect(kept.map(isDraft)).toEqual([true, true, false, false, false, false])
  const from = { case: "c1" }
  const key = draftKey("ann", { on: "Timeout", at: "claim/pay", from })
  expect([key, draftKey("ann", { on: "Timeout", at: "claim", from })]).toEqual([key, key])
  expect(draftKey("bob", { on: "Timeout", at: "claim", from })).not.toBe(key)
})

test("[SHOP16] a selection is answered with worklets, everything else with an exlet, steps or nothing", () => {
  expect([newDraft("select").deed.kind, newDraft("itemPre").deed.kind]).toEqual(["worklets", "exlet"])
  const known = [undefined, "wait", [{ skip: "item" }], "nothing"].map((then) => thenOf(newDraft("Timeout", then).deed))
  expect(known).toEqual([undefined, "wait", [{ skip: "item" }], "nothing"])
  const deeds = [
    { kind: "worklets", names: [] },
    { kind: "worklets", names: ["wash"] },
    { kind: "worklets", names: ["wash", "polish"] },
    { kind: "exlet", name: "" },
    { kind: "exlet", name: "wait" },
    { kind: "steps", steps: [] },
    { kind: "nothing" },
  ] as const
  expect(deeds.map(thenOf)).toEqual([undefined, "wash", ["wash", "polish"], undefined, "wait", undefined, "nothing"])
})
