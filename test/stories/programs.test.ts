import { describe, expect, test } from "vitest"
import { storeKinds } from "../../src/stories/storage.ts"
import { problemsOf, tell } from "./telling.ts"

const charging = `
process: charging
data: { receipt: string }
flow: [ { program: charge, worker: charge-card }, { task: ship } ]
`

describe.each(storeKinds)("programs and crashes on %s", (store) => {
  describe.each([false, true])("crashing everywhere: %s", (crashEverywhere) => {
    test("[STORY20] each finished call takes the next entry of the script, and the last repeats", async () => {
      const story = `
story: x
workers: { charge-card: [ { throws: card expired }, { throws: no money }, { returns: { receipt: r-1 } } ] }
steps:
  - start: charging
  - expect: { items: { charge: held enabled }, exceptions: [ { class: ItemAbort, at: charge, with: { message: card expired } } ] }
  - crash
  - retry: item charge
  - expect: { items: { charge: held enabled } }
  - retry: item charge
  - expect: { items: { charge: completed, ship: enabled }, data: { receipt: r-1 } }
  - start: charging
  - expect: { items: { charge: completed }, data: { receipt: r-1 } }
`
      expect(problemsOf(await tell(charging, story, { store, crashEverywhere }))).toEqual([])
    })

    test("[STORY21] a call that hangs has not finished, and hangs again after a crash", async () => {
      const story = `
story: x
workers: { charge-card: { hangs: true } }
steps:
  - start: charging
  - expect: { items: { charge: started } }
  - crash
  - expect: { items: { charge: started }, exceptions: [] }
  - advance: P1D
  - expect: { items: { charge: started }, exceptions: [] }
  - { complete: charge, data: { receipt: by hand } }
  - expect: { items: { ship: enabled }, data: { receipt: by hand } }
`
      expect(problemsOf(await tell(charging, story, { store, crashEverywhere }))).toEqual([])
    })

    test("[STORY22] a crash loses nothing and the story goes on", async () => {
      const story = `
story: x
workers: { charge-card: [ { returns: { receipt: r-1 } } ] }
steps:
  - { start: charging, as: one }
  - { start: charging, as: two }
  - crash
  - { complete: ship, of: one }
  - crash
  - crash
  - expect: { of: one, state: completed }
  - expect: { of: two, state: running, items: { ship: enabled } }
  - complete: ship
  - expect: { state: completed }
`
      expect(problemsOf(await tell(charging, story, { store, crashEverywhere }))).toEqual([])
    })
  })
})
