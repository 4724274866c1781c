import { describe, expect, test } from "vitest"
import { storeKinds } from "../../src/stories/storage.ts"
import { problemsOf, tell } from "./telling.ts"

const concert = `
process: concert
data: { seating: { type: integer, default: 20 }, ticketsSold: { type: integer, default: 0 } }
flow: [ { task: sellTickets }, { task: doShow, deadline: P1D } ]
---
process: change-venue
data: { seating: integer }
flow: [ { task: book } ]
---
exlets:
  move: [ { suspend: item }, { compensate: change-venue }, { continue: item } ]
  cancel: [ { remove: case } ]
exceptions: { band-broken-up: { is: CaseTrigger, parameters: { why: string } } }
rules:
  - on: itemPre
    at: concert/doShow
    tree: [ { if: ticketsSold < seating * 0.75, then: move } ]
  - { on: band-broken-up, at: concert, then: cancel }
  - { on: timeout, at: concert/doShow, then: [ { notify: bob, text: 'doShow is late' } ] }
`

describe.each(storeKinds)("what goes wrong in a story, on %s", (store) => {
  describe.each([false, true])("crashing everywhere: %s", (crashEverywhere) => {
    const problems = async (steps: string) =>
      problemsOf(await tell(concert, `story: x\nsteps:\n${steps}`, { store, crashEverywhere }))

    test("[STORY41] [STORY42] [STORY27] a check starts an exlet, and that a worklet of the family", async () => {
      const steps = `  - { start: concert, as: show }
  - { complete: sellTickets, data: { ticketsSold: 10 } }
  - expect:
      items: { doShow: held enabled }
      family: { concert: running, change-venue: running }
      exlets: { move: running, cancel: 0 }
      decision: { on: itemPre, at: doShow, conclusion: move }
      exceptions: []
      interventions: 0
      notified: []
      log: [ done(sellTickets), started(change-venue) ]
  - { complete: book, of: show/change-venue, data: { seating: 12 } }
  - expect:
      items: { doShow: enabled }
      data: { seating: 12 }
      family: { change-venue: completed }
      exlets: { move: completed }
      log: [ started(change-venue), done(book), done(change-venue) ]
`
      expect(await problems(steps)).toEqual([])
    })

    test("[STORY37] [STORY39] what is learnt is in force where the item is checked again", async () => {
      const steps = `  - start: concert
  - { complete: sellTickets, data: { ticketsSold: 19 } }
  - expect: { decision: { on: itemPre, at: doShow, conclusion: none }, items: { doShow: enabled } }
  - learn: { on: itemPre, at: doShow, if: ticketsSold > 18, then: cancel }
  - expect: { state: running }
  - recheck: item doShow
  - expect:
      state: removed
      exlets: { cancel: completed }
      decision: { on: itemPre, at: doShow, conclusion: cancel }
`
      expect(await problems(steps)).toEqual([])
    })

    test("[STORY37] what does not separate is refused, and changes nothing", async () => {
      const steps = `  - start: concert
  - { complete: sellTickets, data: { ticketsSold: 19 } }
  - learn: { on: itemPre, at: doShow, if: ticketsSold > 100, then: cancel }
    refused: true
  - learn: { on: itemPre, at: doShow, if: ticketsSold > 18, then: cancel, replace: true }
  - expect: { state: removed }
`
      expect(await problems(steps)).toEqual([])
    })

    test("[STORY35] [STORY43] [STORY46] what is raised is handled", async () => {
      const steps = `  - start: concert
  - { raise: band-broken-up, with: { why: money } }
  - expect:
      state: removed
      decision: { on: band-broken-up, at: concert, conclusion: cancel }
      exceptions: [ { class: band-broken-up, at: concert, state: resolved, with: { why: money } } ]
      log: [ started(concert), aborted(concert) ]
`
      expect(await problems(steps)).toEqual([])
    })

    test("[STORY36] [STORY38] [STORY44] the unforeseen holds the case until someone answers", async () => {
      const steps = `  - start: concert
  - report: { title: Roof damaged, text: There is a hole in it. }
  - expect:
      held: true
      exceptions: [ { class: Unforeseen, state: open } ]
      interventions: [ { class: Unforeseen, at: concert, text: /Roof damaged/ } ]
  - { answer: { do: dismiss, class: Timeout }, refused: true }
  - answer: { do: run, exlet: cancel }
  - expect: { state: removed, interventions: 0, exlets: { cancel: completed } }
  - { answer: dismiss, refused: true }
`
      expect(await problems(steps)).toEqual([])
    })

    test("[STORY45] [STORY46] people are told once, and what that does not solve waits for a person", async () => {
      const steps = `  - start: concert
  - { complete: sellTickets, data: { ticketsSold: 19 } }
  - expect: { notified: [] }
  - advance: P1D
  - expect:
      notified: [ { to: bob, text: /late$/ } ]
      exceptions: [ { class: timeout, at: doShow, state: open } ]
      interventions: 1
  - expect: { notified: [] }
  - answer: dismiss
  - expect: { exceptions: [ { class: Timeout, state: dismissed } ], interventions: [], items: { doShow: enabled } }
`
      expect(await problems(steps)).toEqual([])
    })

    test("[STORY40] rules and exlets that are deployed are in force for cases that run", async () => {
      const steps = `  - start: concert
  - deploy:
      exlets: { sing: [ { set: { seating: '1' } } ] }
      rules: [ { on: itemPost, at: concert/sellTickets, tree: [ { if: ticketsSold == 19, then: sing } ] } ]
  - { complete: sellTickets, data: { ticketsSold: 19 } }
  - expect: { data: { seating: 1 }, exlets: { sing: completed }, items: { doShow: enabled } }
  - deploy: { rules: [ { on: itemPost, at: concert/sellTickets, then: dance } ] }
    refused: DEFINITION_INVALID
`
      expect(await problems(steps)).toEqual([])
    })
  })
})
