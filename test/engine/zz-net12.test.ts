import fc from "fast-check"
import { test } from "vitest"
import { blockProcesses, processOf } from "../language/random-processes.ts"
import { isLive } from "../../src/engine/family.ts"
import { given } from "../language/case-story.ts"
import { appendFileSync } from "node:fs"
test("x", () => {
const t0 = Date.now()
const xs = fc.sample(blockProcesses(), { numRuns: 100, seed: 5 })
appendFileSync("/tmp/net12.log", `sample ${Date.now() - t0} ${Math.max(...xs.map((x) => JSON.stringify(x).length))}\n`)
for (const x of xs) {
  appendFileSync("/tmp/net12.log", JSON.stringify(x) + "\n")
  const t1 = Date.now()
  const story = given(processOf(x)!)
  let step = 0
  for (; step < 400 && story.case.state === "running"; step++) {
    const item = [...story.family.items.values()].find((item) => isLive(item) && item.kind !== "activity")
    if (!item) break; if (step > 395) appendFileSync("/tmp/net12.log", JSON.stringify(item.task)+"\n")
    story.when(() => ({ type: item.kind === "wait" ? "ForceCompleteItem" : "CompleteItem", item: item.id, data: {} }))
  }
  appendFileSync("/tmp/net12.log", `${step} ${story.case.state} ${Date.now() - t1}\n`)
}
})
