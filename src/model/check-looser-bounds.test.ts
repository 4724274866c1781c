import { expect, test } from "vitest"
import { examine } from "../runtime/examining.ts"

/** What is doubtful about a bundle, as `place code: message`. */
function told(yaml: string): readonly string[] {
  return examine(yaml).findings.map(
    ({ place, severity, code, message }) => `${place.path} ${severity} ${code}: ${message}`,
  )
}

test("[BOUND21] a bound of a step that is looser than one around it is told", () => {
  const yaml = `
process: p
budget: 100
deadline: P3D
flow:
  - activity: a
    budget: 200
    do:
      - { task: t, deadline: P4D, cost: 1 }
      - { task: u, deadline: P2D, cost: 1 }
      - { task: v, deadline: { value: now }, cost: 1 }
  - { activity: b, budget: limit, do: [ { task: w, deadline: 2030-01-01 } ] }
data: { limit: number }
`
  expect(told(yaml)).toEqual([
    "flow[0].budget warning LOOSER_BOUND: The budget of 'p/a' is 200, but 'p' around it allows only 100.",
    "flow[0].do[0].deadline warning LOOSER_BOUND: The deadline of 'p/t' is P4D, but 'p' around it allows only P3D.",
  ])
})

test("[BOUND21] so is one that is set from outside, against what the process says and what is set further out", () => {
  const yaml = `
process: p
budget: 100
data: { buyer: { object: { name: string }, class: Customer } }
flow: [ { activity: a, do: [ { task: t, cost: 1 } ] } ]
---
constraints:
  - { at: p/t, budget: 150 }
  - { at: p/a, deadline: P9D }
  - { at: everywhere, deadline: P5D }
  - { at: everywhere, budget: 90 }
  - { at: { agent: ann }, budget: 20 }
  - { at: { role: clerk }, budget: 10 }
  - { at: { unit: north }, deadline: P2D }
  - { at: { unit: house }, deadline: P1D }
  - { at: { object: p/buyer }, budget: 8 }
  - { at: { class: Customer }, budget: 7 }
organisation:
  roles: { clerk: {}, head: { is: [clerk] } }
  units: { house: {}, north: { in: house } }
  agents: { ann: { roles: [head], unit: north } }
`
  expect(told(yaml)).toEqual([
    "constraints[0].budget warning LOOSER_BOUND: The budget of 'p/t' is 150, but 'p' around it allows only 100.",
    "constraints[1].deadline warning LOOSER_BOUND: The deadline of 'p/a' is P9D, but 'everywhere' around it allows only P5D.",
    "constraints[3].budget warning LOOSER_BOUND: The budget of 'p' is 100, but 'everywhere' around it allows only 90.",
    "constraints[4].budget warning LOOSER_BOUND: The budget of 'agent:ann' is 20, but 'role:clerk' around it allows only 10.",
    "constraints[6].deadline warning LOOSER_BOUND: The deadline of 'unit:north' is P2D, but 'unit:house' around it allows only P1D.",
    "constraints[8].budget warning LOOSER_BOUND: The budget of 'object:p/buyer' is 8, but 'class:Customer' around it allows only 7.",
  ])
})

test("[BOUND22] a qualification that nobody meets is told, as far as it is about agents alone", () => {
  const yaml = `
process: p
data: { n: integer }
flow: [ { task: t } ]
---
constraints:
  - { at: p, qualification: agent.attributes.grade > 9 }
  - { at: p/t, qualification: agent.attributes.grade > n }
  - { at: { role: clerk }, qualification: agent.attributes.grade == 2 }
organisation:
  roles: { clerk: {} }
  agents: { ann: { roles: [clerk], attributes: { grade: 3 } }, bob: { attributes: { grade: 2 } } }
`
  expect(told(yaml)).toEqual([
    "constraints[0].qualification warning NOBODY_CAN: Nobody meets the qualification of 'p': `agent.attributes.grade > 9` holds for no agent it is about.",
    "constraints[2].qualification warning NOBODY_CAN: Nobody meets the qualification of 'role:clerk': `agent.attributes.grade == 2` holds for no agent it is about.",
  ])
})
