import { test } from "vitest"
import type { Store } from "../../src/store/port.ts"

/** A place where a store can be opened, closed, and opened again with what it held. */
export interface Home {
  open(): Promise<Store>
  /** Takes the place away, whatever is in it. */
  remove(): Promise<void>
}

export type NewHome = () => Promise<Home>

export type Story = (store: Store, reopen: () => Promise<Store>) => Promise<void>

/** A test with a store of its own, empty at first. `reopen` closes it and opens what it left. */
export function storeTests(newHome: NewHome): (title: string, story: Story) => void {
  return (title, story) =>
    test(title, async () => {
      const home = await newHome()
      let store = await home.open()
      async function reopen(): Promise<Store> {
        await store.close()
        store = await home.open()
        return store
      }
      try {
        await story(store, reopen)
      } finally {
        await store.close()
        await home.remove()
      }
    })
}
