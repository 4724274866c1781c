import { expect, test } from "vitest"
import { draftFrom, draftKey, newDraft, thenOf } from "./rule-draft.ts"

test("[SHOP16] what is typed into a rule is kept as it is, wherever the rule is to stand", () => {
  const draft = { condition: "price > 10", deed: { kind: "steps", steps: [{ skip: "item" }] }, title: "" } as const
  expect(draftFrom(JSON.stringify(draft), "Timeout")).toEqual(draft)
  for (const odd of [null, "", "[]", "{}", '{"condition":1}'])
    expect(draftFrom(odd, "Timeout")).toEqual(newDraft("Timeout"))
  const from = { case: "c1" }
  const key = draftKey("ann", { on: "Timeout", at: "claim/pay", from })
  expect([key, draftKey("ann", { on: "Timeout", at: "claim", from })]).toEqual([key, key])
  expect(draftKey("bob", { on: "Timeout", at: "claim", from })).not.toBe(key)
})

test("[SHOP16] a selection is answered with worklets, everything else with an exlet, steps or nothing", () => {
  expect([newDraft("select").deed.kind, newDraft("itemPre").deed.kind]).toEqual(["worklets", "exlet"])
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
