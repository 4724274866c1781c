import { expect, test } from "vitest"
import { checkingOrganisation as checking } from "../../test/language/told.ts"
import { circlesFrom } from "./circles.ts"

const before = `
  process: requisition
  flow: []
  ---
  organisation:
    roles: { clerk: { has: [ sign ] }, boss: { is: clerk }, temp: }
    capabilities:
      leader: { from: 'has("sign") && plays("boss")' }
      chief: { from: 'has("leader")' }
      drone: { from: 'plays("boss") && has("boss")' }
    units: { acme: { manager: ann }, sales: { in: acme } }
    agents:
      ann: { roles: boss, unit: acme, attributes: { roles: [ nobody ] } }
      bob: { roles: [ clerk ], unit: sales, capabilities: [ scan ], away: { from: 2026-06-01, to: 2026-06-30, standIn: ann } }
    permissions: { clerk: see, bob: { teach: [ { unit: sales } ] } }
`

const checks = [
  {
    title: "[ORG8] an organisation may refer to all of itself, and to what is deployed already",
    yaml: `
      process: order
      flow: []
      ---
      organisation:
        roles: { nurse: { is: [ clerk, doctor ] }, doctor: }
        capabilities: { care: { from: 'has("nurse") && (has("sign") || has("scan")) && attributes.grade > 3 && has(agent.name)' } }
        units: { ward: { in: acme, manager: eve } }
        agents: { eve: { roles: [ nurse ], unit: ward, away: { to: 2026-01-01, standIn: bob } } }
        permissions: { eve: { see: [ order, requisition ] }, ward: { do: { process: order, unit: sales } }, clerk: see }
    `,
    told: [],
  },
  {
    title: "[ORG8] roles and units that are referred to are there; agents and processes should be",
    yaml: `
      organisation:
        roles: { nurse: { is: [ clerk, clrk ] }, doctor: { is: physician } }
        units: { ward: { in: acmee, manager: clerk } }
        agents: { eve: { attributes: { roles: [ nurce ] }, roles: [ nurse, nurce ], unit: hall, away: [ { to: 2026-01-01 }, { to: 2026-01-01, standIn: bobby } ] } }
        permissions:
          nurce: [ see ]
          ward: { see: [ requisition, requistion, { process: order, unit: order } ], do: audit, teach: [ audit ] }
    `,
    told: [
      "2:34 organisation.roles.nurse.is[1] error UNKNOWN_ROLE: There is no role 'clrk'. → Did you mean 'clerk'?",
      "2:58 organisation.roles.doctor.is error UNKNOWN_ROLE: There is no role 'physician'. → Declare it under 'roles'.",
      "3:24 organisation.units.ward.in error UNKNOWN_UNIT: There is no unit 'acmee'. → Did you mean 'acme'?",
      "3:40 organisation.units.ward.manager warning UNKNOWN_AGENT: There is no agent 'clerk'. → Declare it under 'agents'.",
      "4:70 organisation.agents.eve.roles[1] error UNKNOWN_ROLE: There is no role 'nurce'. → Did you mean 'nurse'?",
      "4:85 organisation.agents.eve.unit error UNKNOWN_UNIT: There is no unit 'hall'. → Declare it under 'units'.",
      "4:146 organisation.agents.eve.away[1].standIn warning UNKNOWN_AGENT: There is no agent 'bobby'. → Declare it under 'agents'.",
      "6:5 organisation.permissions.nurce warning UNKNOWN_SUBJECT: There is no role, unit or agent 'nurce', so this allows nobody anything. → Did you mean 'nurse'?",
      "7:33 organisation.permissions.ward.see[1] warning UNKNOWN_PROCESS: There is no process 'requistion'. → Did you mean 'requisition'?",
      "7:56 organisation.permissions.ward.see[2].process warning UNKNOWN_PROCESS: There is no process 'order'. → Deploy it before, or with this.",
      "7:69 organisation.permissions.ward.see[2].unit error UNKNOWN_UNIT: There is no unit 'order'. → Declare it under 'units'.",
      "7:84 organisation.permissions.ward.do warning UNKNOWN_PROCESS: There is no process 'audit'. → Deploy it before, or with this.",
      "7:100 organisation.permissions.ward.teach[0] warning UNKNOWN_PROCESS: There is no process 'audit'. → Deploy it before, or with this.",
    ],
  },
  {
    title: "[ORG9] one name for a role, a unit or an agent should not be another's too",
    yaml: `
      organisation:
        roles: { sales: , eve: }
        units: { ann: }
        agents: { eve: }
        capabilities: { clerk: , eve: }
    `,
    told: [
      "2:12 organisation.roles.sales warning AMBIGUOUS_NAME: 'sales' is both a role and a unit: where a name alone is written, either may be meant. → Rename one of the two.",
      "2:21 organisation.roles.eve warning AMBIGUOUS_NAME: 'eve' is both a role and an agent: where a name alone is written, either may be meant. → Rename one of the two.",
      "3:12 organisation.units.ann warning AMBIGUOUS_NAME: 'ann' is both a unit and an agent: where a name alone is written, either may be meant. → Rename one of the two.",
    ],
  },
  {
    title: "[ORG9] what is allowed to a name that means several is told",
    yaml: `
      organisation:
        agents: { clerk: }
        permissions: { clerk: [ administer ], ann: [ see ] }
    `,
    told: [
      "2:13 organisation.agents.clerk warning AMBIGUOUS_NAME: 'clerk' is both a role and an agent: where a name alone is written, either may be meant. → Rename one of the two.",
      "3:18 organisation.permissions.clerk warning AMBIGUOUS_NAME: 'clerk' is a role and an agent: what is allowed here is allowed to each. → Rename all but one of them.",
    ],
  },
  {
    title: "[ORG10] nothing is itself by a detour: roles, units, derived capabilities",
    yaml: `
      organisation:
        roles: { a: { is: a }, b: { is: [ clerk, c ] }, c: { is: d }, d: { is: [ c, b ] }, clerk: { is: boss } }
        units: { acme: { in: sales }, x: { in: y }, y: { in: x } }
        capabilities:
          e: { from: 'has("f")' }
          f: { from: '!has("g") || has("sign")' }
          g: { from: 'has("e")' }
          sign: { from: 'has("sign")' }
          leader: { from: 'has("chief")' }
    `,
    told: [
      "2:21 organisation.roles.a.is error ROLE_CYCLE: 'a' is itself by a detour: a is a. → Take one of these away from 'is'.",
      "2:35 organisation.roles.b.is error ROLE_CYCLE: 'b' is itself by a detour: b is c is d is b. → Take one of these away from 'is'.",
      "2:60 organisation.roles.c.is error ROLE_CYCLE: 'c' is itself by a detour: c is d is c. → Take one of these away from 'is'.",
      "2:99 organisation.roles.clerk.is error ROLE_CYCLE: 'clerk' is itself by a detour: clerk is boss is clerk. → Take one of these away from 'is'.",
      "3:24 organisation.units.acme.in error UNIT_CYCLE: 'acme' lies in itself: acme in sales in acme. → Let one of them lie in no unit.",
      "3:42 organisation.units.x.in error UNIT_CYCLE: 'x' lies in itself: x in y in x. → Let one of them lie in no unit.",
      "5:16 organisation.capabilities.e.from error CAPABILITY_CYCLE: 'e' is derived from itself: e from f from g from e. → Derive one of them from what is held.",
      "8:19 organisation.capabilities.sign.from error CAPABILITY_CYCLE: 'sign' is derived from itself: sign from sign. → Derive one of them from what is held.",
      "9:21 organisation.capabilities.leader.from error CAPABILITY_CYCLE: 'leader' is derived from itself: leader from chief from leader. → Derive one of them from what is held.",
    ],
  },
  {
    title: "[ORG11] nobody stands in for himself, and not each for the other while all are away",
    yaml: `
      organisation:
        agents:
          ann: { away: [ { from: 2026-07-01, to: 2026-07-31, standIn: bob }, { from: 2026-05-01, to: 2026-06-01, standIn: bob } ] }
          eve: { away: { from: 2026-01-01, to: 2026-01-10, standIn: eve } }
          fay: { away: { from: 2026-01-01, to: 2026-01-10, standIn: gus } }
          gus: { away: { from: 2026-01-08, to: 2026-01-20, standIn: hal } }
          hal: { away: { from: 2026-01-15, to: 2026-01-30, standIn: fay } }
          ida: { away: { from: 2026-01-01, to: 2026-01-10, standIn: jon } }
          jon: { away: { from: 2026-01-08, to: 2026-01-20, standIn: kim } }
          kim: { away: { from: 2026-01-10, to: 2026-01-30, standIn: ida } }
    `,
    told: [
      "3:117 organisation.agents.ann.away[1].standIn warning STAND_IN_CYCLE: Each stands in for the other while all are away: ann → bob → ann. → Let somebody who is there stand in for one of them.",
      "4:63 organisation.agents.eve.away.standIn error OWN_STAND_IN: 'eve' is to stand in for 'eve'. → Name somebody else, or leave 'standIn' out.",
      "8:63 organisation.agents.ida.away.standIn warning STAND_IN_CYCLE: Each stands in for the other while all are away: ida → jon → kim → ida. → Let somebody who is there stand in for one of them.",
    ],
  },
  {
    title: "[ORG12] a capability is derived by a condition over what somebody has, plays and is like",
    yaml: `
      organisation:
        agents: { eve: { capabilities: [ typing ] } }
        capabilities:
          a: { from: 'has("typing") && has("typng") && has("juggling")' }
          b: { from: 'plays("clerk") && plays("clrk")' }
          c: { from: 'has(typing) || plays(clerk) || has(budget-training) || ["sign", "scan"].all(x, has(x))' }
          d: { from: '3' }
          e: { from: 'has("sign") &&' }
          f: { from: 'ticketsSold > 3 && result("x") == 1 && has("a", "b") && attributes.grade' }
          g: { from: 'has(agent.roles) && agent.roles.exists(r, r == "clerk") && plays("cl" + "erk")' }
    `,
    told: [
      "4:38 organisation.capabilities.a.from warning UNKNOWN_CAPABILITY: Nobody has 'typng', no role brings it, and nothing derives it. → Did you mean 'typing'?",
      "4:54 organisation.capabilities.a.from warning UNKNOWN_CAPABILITY: Nobody has 'juggling', no role brings it, and nothing derives it. → Give it to an agent or a role, or derive it.",
      "5:41 organisation.capabilities.b.from error UNKNOWN_ROLE: There is no role 'clrk'. → Did you mean 'clerk'?",
      '6:21 organisation.capabilities.c.from error NOT_LITERAL: What `has` asks for has to be written out, in quotes, so that it is known beforehand. → Write `has("typing")`.',
      '6:38 organisation.capabilities.c.from error NOT_LITERAL: What `plays` asks for has to be written out, in quotes, so that it is known beforehand. → Write `plays("clerk")`.',
      '6:52 organisation.capabilities.c.from error NOT_LITERAL: What `has` asks for has to be written out, in quotes, so that it is known beforehand. → Write `has("budget-training")`.',
      '6:100 organisation.capabilities.c.from error NOT_LITERAL: What `has` asks for has to be written out, in quotes, so that it is known beforehand. → Write `has("x")`.',
      "7:17 organisation.capabilities.d.from error TYPE_MISMATCH: What is needed is a boolean, but `3` is a number. → Compare it with something, for example with `==`.",
      "8:31 organisation.capabilities.e.from error EXPRESSION_SYNTAX: The expression ends too early. → Complete it, or remove what is left over at its end.",
      "9:17 organisation.capabilities.f.from error UNKNOWN_NAME: There is no `ticketsSold` here. → Known here: agent, attributes.",
      "9:36 organisation.capabilities.f.from error UNKNOWN_FUNCTION: There is no function `result` here. → Use one of the functions of the manual.",
      "9:56 organisation.capabilities.f.from error TYPE_MISMATCH: `has` does not take (string, string). → Call it as has(string).",
      '10:82 organisation.capabilities.g.from error NOT_LITERAL: What `plays` asks for has to be written out, in quotes, so that it is known beforehand. → Write `plays("clerk")`.',
    ],
  },
  {
    title: "[ORG13] nothing is removed that is still used by what stays",
    yaml: `
      organisation:
        roles: { clerk: removed, boss: removed, temp: removed }
        capabilities: { leader: removed, chief: removed, ledger: removed, drone: removed }
        units: { sales: removed }
        agents: { ann: removed, bobb: removed, zed: removed }
        permissions: { clrk: removed }
    `,
    told: [
      "2:19 organisation.roles.clerk error STILL_USED: The role 'clerk' is still used by the agent 'bob', the permissions of 'clerk'. → Change or remove those too.",
      "3:60 organisation.capabilities.ledger warning NOTHING_TO_REMOVE: There is no capability 'ledger' to remove. → Did you mean 'leader'?",
      "4:19 organisation.units.sales error STILL_USED: The unit 'sales' is still used by the agent 'bob', the permissions of 'bob'. → Change or remove those too.",
      "5:18 organisation.agents.ann error STILL_USED: The agent 'ann' is still used by the unit 'acme', the agent 'bob'. → Change or remove those too.",
      "5:33 organisation.agents.bobb warning NOTHING_TO_REMOVE: There is no agent 'bobb' to remove. → Did you mean 'bob'?",
      "6:24 organisation.permissions.clrk warning NOTHING_TO_REMOVE: There is no entry under 'permissions' for 'clrk' to remove. → Did you mean 'clerk'?",
    ],
  },
  {
    title: "[ORG13] what derivations ask for is used too, unless somebody has it anyway",
    yaml: `
      organisation:
        roles: { boss: removed }
        capabilities: { leader: removed }
        agents: { ann: , eve: { capabilities: [ chief ] } }
    `,
    told: [
      "2:18 organisation.roles.boss error STILL_USED: The role 'boss' is still used by the capability 'drone'. → Change or remove those too.",
      "3:27 organisation.capabilities.leader error STILL_USED: The capability 'leader' is still used by the capability 'chief'. → Change or remove those too.",
    ],
  },
  {
    title:
      "[ORG13] what is removed with all that uses it is gone, and what refers to it in the same bundle is told there",
    yaml: `
      organisation:
        roles: { boss: removed }
        capabilities: { leader: removed, chief: removed, drone: removed }
        units: { sales: removed }
        agents: { ann: { unit: acme }, bob: removed, eve: { roles: boss, unit: sales } }
        permissions: { bob: removed }
    `,
    told: [
      "5:62 organisation.agents.eve.roles error UNKNOWN_ROLE: There is no role 'boss'. → Declare it under 'roles'.",
      "5:74 organisation.agents.eve.unit error UNKNOWN_UNIT: There is no unit 'sales'. → Declare it under 'units'.",
    ],
  },
]

test.each(checks)("$title", ({ yaml, told }) => {
  expect(checking(yaml, before)).toEqual(told)
})

test("[ORG14] what an entry takes the place of does not count any more", () => {
  const yaml = `
    organisation:
      roles: { boss: }
      units: { acme: { in: sales }, sales: }
      agents: { ann: { away: { from: 2026-06-01, to: 2026-06-30, standIn: bob } }, bob: }
      capabilities: { chief: , leader: { from: 'has("chief")' } }
  `
  expect(checking(yaml, before)).toEqual([])
})

test("[ORG15] however long a way is, it is seen whether it leads back", () => {
  const names = Array.from({ length: 100_000 }, (_, index) => `r${index}`)
  const follow = (last: readonly string[]) => (name: string) => {
    const next = names[Number(name.slice(1)) + 1]
    return next === undefined ? last : [next]
  }
  expect(circlesFrom(names, follow([]))).toEqual([])
  expect(circlesFrom(names, follow(["r2"])).map((circle) => [circle.length, circle[0]])).toEqual([[99_998, "r2"]])
})
