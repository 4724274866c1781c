/** What the nodes are given to do: everything that has to go on by itself when a node does not, and people beside it. */
export const bundle = `
process: order
data:
  word: string
  amount: { type: integer, default: 0 }
  charged: { type: boolean, default: false }
  sent: string
flow:
  - { task: approve, writes: [], deadline: PT3S }
  - parallel: all
    branches:
      - [ { task: pay, writes: [] } ]
      - [ { wait: PT2S } ]
      - [ { program: charge, worker: charger, writes: [charged] } ]
      - [ { program: send, worker: mailer, writes: [sent] } ]
  - { task: ship, writes: [] }
---
process: look-twice
data: { word: string }
flow: [ { task: look, writes: [] } ]
---
process: thank
data: { word: string }
flow: [ { wait: PT1S }, { task: write, writes: [] } ]
---
process: flight
flow: [ { task: board }, { wait: PT1S }, { task: fly } ]
---
process: sweep
flow: [ { task: clear } ]
---
process: wish
data: { name: string, answer: string }
flow: [ { task: think, writes: [] }, { wait: { message: reply, key: name } } ]
---
process: probe
data: { n: { type: integer, required: true }, marked: { type: boolean, default: false } }
flow: [ { task: step, writes: [] } ]
---
process: gate
flow: [ { task: pass, needs: { role: keeper } } ]
---
exceptions: { Snow: { is: CaseTrigger } }
exlets:
  double-check: [ { suspend: item }, { compensate: look-twice }, { continue: item } ]
  remind: { solves: true, steps: [ { notify: boss, text: 'Still to be approved: {{word}}' } ] }
  say-thanks: [ { start: thank, case: new } ]
  again: [ { retry: item } ]
  close-airport: [ { suspend: allCases }, { compensate: sweep }, { continue: allCases } ]
  mark: [ { set: { marked: 'true' } } ]
rules:
  - { on: itemPre, at: order/ship, tree: [ { if: amount > 80, then: double-check } ] }
  - { on: timeout, at: order/approve, then: remind }
  - { on: itemAbort, at: order, then: again }
  - { on: casePost, at: order, tree: [ { if: amount < 20, then: say-thanks } ] }
  - { on: Snow, at: flight, then: close-airport }
  - { on: itemPre, at: probe/step, tree: [ { if: n < 0, then: mark } ] }
organisation:
  roles: { keeper: {} }
  agents: { ann: {}, bob: {}, cy: {}, boss: {}, eve: { roles: [keeper] }, fay: {} }
`

/** Whoever is not the keeper any more may not let anybody pass. */
export const keptBy = (keeper: "eve" | "fay"): string => `
organisation:
  agents:
    eve: { roles: [${keeper === "eve" ? "keeper" : ""}] }
    fay: { roles: [${keeper === "fay" ? "keeper" : ""}] }
`
