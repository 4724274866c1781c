import fc from "fast-check"
import { expect, test } from "vitest"
import { openMemoryStore } from "../../src/store/memory/store.ts"
import { answersOf } from "./store-answers.ts"
import { batches } from "./store-batches.ts"
import type { NewHome } from "./store-home.ts"

/** The memory store is the model of all keepers. */
export function storeModel(name: string, newHome: NewHome, numRuns: number): void {
  test(`[STORE45] ${name} gives the answers of the memory store, whatever was committed`, async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (plan) => {
        const home = await newHome()
        const model = openMemoryStore()
        let store = await home.open()
        try {
          for (const { batch, reopen } of plan) {
            expect(await store.commit(batch)).toEqual(await model.commit(batch))
            if (reopen) {
              await store.close()
              store = await home.open()
            }
            expect(await answersOf(store)).toEqual(await answersOf(model))
          }
        } finally {
          await store.close()
          await home.remove()
        }
      }),
      { numRuns },
    )
  })
}
