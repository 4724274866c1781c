import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { reading } from "../../test/language/told.ts"
import { LAST_MOMENT } from "../expressions/time.ts"
import { readBundle, readBundleValues } from "./bundle.ts"
import { checkOrganisation } from "./check-organisation.ts"
import { emptyOrganisation, organisationWith } from "./known-organisation.ts"
import type { OrganisationEntry } from "./organisation.ts"
import { readOrganisationEntry } from "./read-organisation.ts"

const at = (text: string) => Date.parse(text)
const byName = (entries: readonly OrganisationEntry[]) =>
  Object.fromEntries(entries.map(({ kind, name, definition }) => [`${kind} ${name}`, definition]))

const everything = `
  organisation:
    roles: { developer: {}, tester: , senior-developer: { is: developer, has: [code-review], title: Senior } }
    capabilities: { project-leader: { from: 'has("code-review")', title: Leads }, scan: }
    units: { acme: { manager: ann, title: All }, purchasing: { in: acme } }
    agents:
      ann:
        name: Ann Ames
        roles: [senior-developer, tester]
        capabilities: [budget-training]
        unit: purchasing
        cost: 50.5
        limit: 5
        away:
          - { from: 2026-12-24, to: 2027-01-02, standIn: bob }
          - { from: "2026-05-01T12:00:00Z", to: "2026-05-01T14:00+01:00" }
        attributes: { grade: 7, languages: [de, en] }
      bob: { roles: developer, capabilities: sign, away: { from: 2026-03-01 } }
      ocr: { program: true, capabilities: [scan], away: [ { to: 2026-03-01 } ] }
      eve:
    permissions:
      senior-developer: [see, do, raise]
      ocr: do
      purchasing:
        intervene: [requisition, { process: order, unit: acme }, { unit: acme }]
        teach: requisition
        see: everywhere
        do: true
        raise: []
`

describe("the organisation", () => {
  test("[ORG1] roles, capabilities, units, agents and permissions stand under their names", () => {
    const { organisation, told } = reading(everything)
    expect(told).toEqual([])
    const agent = { isProgram: false, roles: [], capabilities: [], away: [], attributes: {} }
    const path = ["organisation", "capabilities", "project-leader", "from"]
    expect(byName(organisation)).toEqual({
      "role developer": { is: [], has: [] },
      "role tester": { is: [], has: [] },
      "role senior-developer": { title: "Senior", is: ["developer"], has: ["code-review"] },
      "capability project-leader": { title: "Leads", from: { source: 'has("code-review")', path } },
      "capability scan": {},
      "unit acme": { title: "All", manager: "ann" },
      "unit purchasing": { in: "acme" },
      "agent ann": {
        ...agent,
        name: "Ann Ames",
        roles: ["senior-developer", "tester"],
        capabilities: ["budget-training"],
        unit: "purchasing",
        cost: 50.5,
        limit: 5,
        away: [
          { from: at("2026-12-24T00:00:00Z"), to: at("2027-01-03T00:00:00Z"), standIn: "bob" },
          { from: at("2026-05-01T12:00:00Z"), to: at("2026-05-01T13:00:00Z") },
        ],
        attributes: { grade: 7, languages: ["de", "en"] },
      },
      "agent bob": {
        ...agent,
        roles: ["developer"],
        capabilities: ["sign"],
        away: [{ from: at("2026-03-01T00:00:00Z"), to: LAST_MOMENT }],
      },
      "agent ocr": {
        ...agent,
        isProgram: true,
        capabilities: ["scan"],
        away: [{ from: -LAST_MOMENT, to: at("2026-03-02T00:00:00Z") }],
      },
      "agent eve": agent,
      "permission senior-developer": {
        rights: new Map([
          ["see", [{}]],
          ["do", [{}]],
          ["raise", [{}]],
        ]),
      },
      "permission ocr": { rights: new Map([["do", [{}]]]) },
      "permission purchasing": {
        rights: new Map([
          ["see", [{}]],
          ["do", [{}]],
          ["raise", []],
          ["intervene", [{ process: "requisition" }, { process: "order", unit: "acme" }, { unit: "acme" }]],
          ["teach", [{ process: "requisition" }]],
        ]),
      },
    })
  })

  test("[ORG2] hours are times of days of the week, in a zone", () => {
    const { organisation, told } = reading(`
      organisation:
        agents:
          ann: { hours: { timeZone: Europe/Berlin, wed-thu: 09:00-17:00, mon: [13:00-14:00, 9:30-12:00] } }
          bob: { hours: { sat-mon: 00:00-24:00 } }
    `)
    expect(told).toEqual([])
    expect(organisation.map((entry) => entry.kind === "agent" && entry.definition?.hours)).toEqual([
      {
        timeZone: "Europe/Berlin",
        spans: [
          { day: 1, from: 570, to: 720 },
          { day: 1, from: 780, to: 840 },
          { day: 3, from: 540, to: 1020 },
          { day: 4, from: 540, to: 1020 },
        ],
      },
      {
        timeZone: "UTC",
        spans: [
          { day: 1, from: 0, to: 1440 },
          { day: 6, from: 0, to: 1440 },
          { day: 7, from: 0, to: 1440 },
        ],
      },
    ])
  })

  test("[ORG3] the word `removed` takes an entry away, nothing at all is an entry like any other", () => {
    const { organisation, told } = reading(`
      organisation:
        roles: { clerk: removed, nurse: }
        agents: { bob: removed }
        permissions: { clerk: removed }
        units:
      ---
      organisation:
    `)
    expect(told).toEqual([])
    expect(organisation.map(({ locate, ...rest }) => rest)).toEqual([
      { kind: "role", name: "clerk", source: null, path: ["organisation", "roles", "clerk"] },
      {
        kind: "role",
        name: "nurse",
        source: {},
        definition: { is: [], has: [] },
        path: ["organisation", "roles", "nurse"],
      },
      { kind: "agent", name: "bob", source: null, path: ["organisation", "agents", "bob"] },
      { kind: "permission", name: "clerk", source: null, path: ["organisation", "permissions", "clerk"] },
    ])
  })

  test("[ORG4] what is stored of an entry, read again, is the same entry", () => {
    const { organisation } = reading(`${everything}\n    # and\n`)
    const { organisation: removals } = reading("organisation: { agents: { bob: removed } }")
    const plain = ({ locate, ...rest }: OrganisationEntry) => rest
    for (const entry of [...organisation, ...removals]) {
      const again = readOrganisationEntry(entry.kind, entry.name, JSON.parse(JSON.stringify(entry.source)))
      expect(again && plain(again)).toEqual(plain(entry))
    }
    expect(organisation.length).toBe(14)
    expect(readOrganisationEntry("role", "a b", {})).toBe(undefined)
  })

  test("[ORG5] the same entry twice in a bundle is told at the second", () => {
    const parts = ["roles", "capabilities", "units", "agents"].map((part) => `${part}: { x: {} }`)
    const text = `organisation: { ${parts.join(", ")}, permissions: { x: see } }\n`
    const { findings } = readBundle([
      { name: "a.yaml", text },
      { name: "b.yaml", text: `organisation: { agents: { x: removed } }\n---\n${text}` },
    ])
    expect(findings.map(({ code, message, place }) => `${place.file} ${place.line} ${code} ${message}`)).toEqual([
      "b.yaml 1 DUPLICATE_AGENT There is already an agent 'x', in a.yaml, line 1.",
      "b.yaml 3 DUPLICATE_ROLE There is already a role 'x', in a.yaml, line 1.",
      "b.yaml 3 DUPLICATE_CAPABILITY There is already a capability 'x', in a.yaml, line 1.",
      "b.yaml 3 DUPLICATE_UNIT There is already a unit 'x', in a.yaml, line 1.",
      "b.yaml 3 DUPLICATE_AGENT There is already an agent 'x', in a.yaml, line 1.",
      "b.yaml 3 DUPLICATE_PERMISSION There is already an entry under 'permissions' for 'x', in a.yaml, line 1.",
    ])
  })
})

const mistakes = [
  {
    title: "[ORG6] an organisation is made of maps by name",
    yaml: `
      organisation: [ roles ]
      ---
      organisation:
        rolls: {}
        roles: [ clerk ]
        units: { a b: {}, ok: 3 }
        agents: { bob: clerk }
        capabilities: { x: 'has("y")' }
        permissions: { clerk: , nurse: 3 }
    `,
    told: [
      "1:15 organisation error WRONG_KIND: 'organisation' is a list. → Write a map of keys and values here.",
      "4:3 organisation.rolls error UNKNOWN_KEY: The key 'rolls' means nothing in the organisation. → Did you mean 'roles'?",
      "5:10 organisation.roles error WRONG_KIND: 'roles' is a list. → Write a map of keys and values here.",
      "6:12 organisation.units.a b error BAD_NAME: A unit cannot be 'a b'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "6:25 organisation.units.ok error WRONG_KIND: The unit 'ok' is the number 3. → Write a map of keys and values, nothing, or the word 'removed' here.",
      "7:18 organisation.agents.bob error WRONG_KIND: The agent 'bob' is the text 'clerk'. → Write a map of keys and values, nothing, or the word 'removed' here.",
      "8:22 organisation.capabilities.x error WRONG_KIND: The capability 'x' is the text 'has(\"y\")'. → Write a map of keys and values, nothing, or the word 'removed' here.",
      "9:25 organisation.permissions.clerk error WRONG_KIND: What is allowed to 'clerk' is empty. → Write a list of see, do, raise, intervene, teach, administer, or a map from these to places, here.",
      "9:34 organisation.permissions.nurse error WRONG_KIND: What is allowed to 'nurse' is the number 3. → Write a list of see, do, raise, intervene, teach, administer, or a map from these to places, here.",
    ],
  },
  {
    title: "[ORG6] roles, capabilities and units say what they may",
    yaml: `
      organisation:
        roles:
          a: { is: [ 3, a b ], has: {}, titel: A }
          b: { is: '', title: 3 }
        capabilities:
          c: { from: [], form: x }
        units:
          u: { in: [ a ], manager: 3, managr: ann, parent: v }
    `,
    told: [
      "3:16 organisation.roles.a.is[0] error WRONG_KIND: An entry of 'is' is the number 3. → Write a name here.",
      "3:19 organisation.roles.a.is[1] error BAD_NAME: An entry of 'is' cannot be 'a b'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "3:31 organisation.roles.a.has error WRONG_KIND: 'has' is a map. → Write a name here.",
      "3:35 organisation.roles.a.titel error UNKNOWN_KEY: The key 'titel' means nothing in the role 'a'. → Did you mean 'title'?",
      "4:14 organisation.roles.b.is error BAD_NAME: 'is' cannot be ''. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "4:25 organisation.roles.b.title error WRONG_KIND: 'title' is the number 3. → Write text here.",
      "6:16 organisation.capabilities.c.from error WRONG_KIND: 'from' is a list. → Write an expression here.",
      "6:20 organisation.capabilities.c.form error UNKNOWN_KEY: The key 'form' means nothing in the capability 'c'. → Did you mean 'from'?",
      "8:14 organisation.units.u.in error WRONG_KIND: 'in' is a list. → Write a name here.",
      "8:30 organisation.units.u.manager error WRONG_KIND: 'manager' is the number 3. → Write a name here.",
      "8:33 organisation.units.u.managr error UNKNOWN_KEY: The key 'managr' means nothing in the unit 'u'. → Did you mean 'manager'?",
      "8:46 organisation.units.u.parent error UNKNOWN_KEY: The key 'parent' means nothing in the unit 'u'. → Known here: in, manager, title.",
    ],
  },
  {
    title: "[ORG6] agents say what they may",
    yaml: `
      organisation:
        agents:
          a: { name: '', program: maybe, role: clerk, roles: [ 3 ], capabilities: a b, unit: [] }
          b: { cost: -1, limit: 0, attributes: [ 7 ], away: soon }
          c: { cost: much, limit: 1.5, away: [ {}, { from: 3, to: tomorrow }, { from: 2026-02-30 } ] }
          d: { away: [ { from: 2026-12-24, to: 2026-12-23, standIn: a b }, { standin: bob, to: 2026-01-01 } ] }
          e: { away: [ { from: 2026-12-24, to: 2026-12-24 }, { from: "2026-12-24T09:00:00Z", to: "2026-12-24T09:00:00Z" } ] }
    `,
    told: [
      "3:16 organisation.agents.a.name error EMPTY: 'name' is empty. → Write something, or leave the key out.",
      "3:29 organisation.agents.a.program error WRONG_KIND: 'program' is the text 'maybe'. → Write true or false here.",
      "3:36 organisation.agents.a.role error UNKNOWN_KEY: The key 'role' means nothing in the agent 'a'. → Did you mean 'roles'?",
      "3:58 organisation.agents.a.roles[0] error WRONG_KIND: An entry of 'roles' is the number 3. → Write a name here.",
      "3:77 organisation.agents.a.capabilities error BAD_NAME: 'capabilities' cannot be 'a b'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "3:88 organisation.agents.a.unit error WRONG_KIND: 'unit' is a list. → Write a name here.",
      "4:16 organisation.agents.b.cost error TOO_SMALL: 'cost' is -1, but must be at least 0. → Write 0 or more.",
      "4:27 organisation.agents.b.limit error TOO_SMALL: 'limit' is 0, but must be at least 1. → Write 1 or more.",
      "4:42 organisation.agents.b.attributes error WRONG_KIND: 'attributes' is a list. → Write a map of keys and values here.",
      "4:55 organisation.agents.b.away error WRONG_KIND: 'away' is the text 'soon'. → Write a map of keys and values here.",
      "5:16 organisation.agents.c.cost error WRONG_KIND: 'cost' is the text 'much'. → Write a number here.",
      "5:29 organisation.agents.c.limit error WRONG_KIND: 'limit' is the number 1.5. → Write a whole number here.",
      "5:42 organisation.agents.c.away[0] error MISSING_KEY: An absence says neither 'from' when nor 'to' when. → Write { from: 2026-12-24, to: 2027-01-02 }, or one of the two.",
      "5:54 organisation.agents.c.away[1].from error WRONG_KIND: 'from' is the number 3. → Write a date such as 2026-12-24, or a datetime such as 2026-12-24T12:00:00Z here.",
      "5:61 organisation.agents.c.away[1].to error BAD_DATE: 'to' is 'tomorrow', which is no date or datetime that exists. → Write a date such as 2026-12-24, or a datetime such as 2026-12-24T12:00:00Z.",
      "5:81 organisation.agents.c.away[2].from error BAD_DATE: 'from' is '2026-02-30', which is no date or datetime that exists. → Write a date such as 2026-12-24, or a datetime such as 2026-12-24T12:00:00Z.",
      "6:42 organisation.agents.d.away[0].to error CONTRADICTION: 'to' is '2026-12-23', which is not after 'from', '2026-12-24'. → Exchange the two, or correct one of them.",
      "6:63 organisation.agents.d.away[0].standIn error BAD_NAME: 'standIn' cannot be 'a b'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "6:72 organisation.agents.d.away[1].standin error UNKNOWN_KEY: The key 'standin' means nothing in an absence. → Did you mean 'standIn'?",
      "7:92 organisation.agents.e.away[1].to error CONTRADICTION: 'to' is '2026-12-24T09:00:00Z', which is not after 'from', '2026-12-24T09:00:00Z'. → Exchange the two, or correct one of them.",
    ],
  },
  {
    title: "[ORG6] hours are on days that exist, in zones that exist",
    yaml: `
      organisation:
        agents:
          a: { hours: 9-17 }
          b: { hours: { timeZone: Europe/Berlin } }
          c: { hours: { timeZone: Europe/Paradise, monday: 09:00-17:00, tues: 09:00-17:00, mon-xyz: [] } }
          d: { hours: { mon: 9-17, tue: 09:00, wed: 17:00-09:00, thu: 08:00-24:01, fri: 08:00-09:60, sat: 8, sun: } }
          e: { hours: { mon: [ 09:00-10:00, 24:00-25:00 ], timezone: UTC, timeZone: 2026-01-01T00:00Z } }
    `,
    told: [
      "3:17 organisation.agents.a.hours error WRONG_KIND: 'hours' is the text '9-17'. → Write a map of keys and values here.",
      "4:17 organisation.agents.b.hours error EMPTY: 'hours' names no day. → Write 'mon-fri: 09:00-17:00', or leave the key out.",
      "5:29 organisation.agents.c.hours.timeZone error BAD_TIME_ZONE: 'timeZone' is 'Europe/Paradise', which is no time zone. → Write for example Europe/Berlin, or UTC.",
      "5:46 organisation.agents.c.hours.monday error UNKNOWN_KEY: The key 'monday' is no day in 'hours'. → Did you mean 'mon'?",
      "5:67 organisation.agents.c.hours.tues error UNKNOWN_KEY: The key 'tues' is no day in 'hours'. → Did you mean 'tue'?",
      "5:86 organisation.agents.c.hours.mon-xyz error UNKNOWN_KEY: The key 'mon-xyz' is no day in 'hours'. → Write a day such as mon, or days such as mon-fri.",
      "6:24 organisation.agents.d.hours.mon error BAD_TIME: 'mon' cannot be '9-17'. → Write a time such as 09:00-17:00, or a list of some.",
      "6:35 organisation.agents.d.hours.tue error BAD_TIME: 'tue' cannot be '09:00'. → Write a time such as 09:00-17:00, or a list of some.",
      "6:47 organisation.agents.d.hours.wed error CONTRADICTION: 'wed' is '17:00-09:00', which ends before it begins. → Exchange the two; a night is written as 22:00-24:00 on one day and 00:00-06:00 on the next.",
      "6:65 organisation.agents.d.hours.thu error BAD_TIME: 'thu' cannot be '08:00-24:01'. → Write a time such as 09:00-17:00, or a list of some.",
      "6:83 organisation.agents.d.hours.fri error BAD_TIME: 'fri' cannot be '08:00-09:60'. → Write a time such as 09:00-17:00, or a list of some.",
      "6:101 organisation.agents.d.hours.sat error WRONG_KIND: 'sat' is the number 8. → Write a time such as 09:00-17:00, or a list of some here.",
      "6:109 organisation.agents.d.hours.sun error WRONG_KIND: 'sun' is empty. → Write a time such as 09:00-17:00, or a list of some here.",
      "7:39 organisation.agents.e.hours.mon[1] error BAD_TIME: An entry of 'mon' cannot be '24:00-25:00'. → Write a time such as 09:00-17:00, or a list of some.",
      "7:54 organisation.agents.e.hours.timezone error UNKNOWN_KEY: The key 'timezone' is no day in 'hours'. → Did you mean 'timeZone'?",
      "7:79 organisation.agents.e.hours.timeZone error BAD_TIME_ZONE: 'timeZone' is '2026-01-01T00:00Z', which is no time zone. → Write for example Europe/Berlin, or UTC.",
    ],
  },
  {
    title: "[ORG6] permissions are rights and places",
    yaml: `
      organisation:
        permissions:
          a: [ see, sea, 3 ]
          b: administrate
          c: { see: false, teach: [ a/b, {}, { proces: p } ], raise: { process: [], unit: 3 }, do: , watch: [] }
    `,
    told: [
      "3:15 organisation.permissions.a[1] error NOT_ALLOWED: An entry of what is allowed to 'a' cannot be 'sea'. → Did you mean 'see'?",
      "3:20 organisation.permissions.a[2] error NOT_ALLOWED: An entry of what is allowed to 'a' cannot be the number 3. → Write one of see, do, raise, intervene, teach, administer.",
      "4:8 organisation.permissions.b error NOT_ALLOWED: What is allowed to 'b' cannot be 'administrate'. → Did you mean 'administer'?",
      "5:15 organisation.permissions.c.see error WRONG_KIND: 'see' is false. → Write a process, { process: …, unit: … } or 'everywhere' here.",
      "5:31 organisation.permissions.c.teach[0] error BAD_NAME: An entry of 'teach' cannot be 'a/b'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "5:36 organisation.permissions.c.teach[1] error EMPTY: An entry of 'teach' names no place. → Write a process, { process: …, unit: … } or 'everywhere'.",
      "5:42 organisation.permissions.c.teach[2].proces error UNKNOWN_KEY: The key 'proces' means nothing in the place. → Did you mean 'process'?",
      "5:75 organisation.permissions.c.raise.process error WRONG_KIND: 'process' is a list. → Write a name here.",
      "5:85 organisation.permissions.c.raise.unit error WRONG_KIND: 'unit' is the number 3. → Write a name here.",
      "5:94 organisation.permissions.c.do error WRONG_KIND: 'do' is empty. → Write a process, { process: …, unit: … } or 'everywhere' here.",
      "5:96 organisation.permissions.c.watch error UNKNOWN_KEY: The key 'watch' means nothing in what is allowed to 'c'. → Known here: see, do, raise, intervene, teach, administer.",
    ],
  },
]

test.each(mistakes)("$title", ({ yaml, told }) => {
  expect(reading(yaml).told).toEqual(told)
})

test("[ORG7] what is wrong with one part of an entry leaves the rest, and no place becomes everywhere", () => {
  const { organisation } = reading(`
    organisation:
      agents: { bob: { roles: [ clerk, 3 ], cost: -1 }, ann: 3 }
      permissions: { bob: { see: [ a b, { proces: p } ] } }
  `)
  const agent = { isProgram: false, roles: [], capabilities: [], away: [], attributes: {} }
  expect(byName(organisation)).toEqual({
    "agent bob": { ...agent, roles: ["clerk"] },
    "agent ann": agent,
    "permission bob": { rights: new Map([["see", [{ process: "p" }]]]) },
  })
})

test("[ORG18] whatever stands there is read and checked without failing, and what was read is read again as the same", () => {
  const words = ["a", "b", "removed", "everywhere", "2026-01-01", "09:00-17:00", 'has("a")', 'plays("b") && has(x)']
  const keys =
    "a b is has from in manager roles capabilities unit cost limit away to standIn hours mon timeZone attributes see do process"
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(...words),
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...keys.split(" ")), tie("tree"), { maxKeys: 5 }),
    ),
  }))
  const part = fc.dictionary(fc.constantFrom("a", "b", "c"), tree, { maxKeys: 3 })
  const parts = fc.record({ roles: part, capabilities: part, units: part, agents: part, permissions: part })
  fc.assert(
    fc.property(fc.oneof(parts, tree), (value) => {
      const { organisation } = readBundleValues([{ organisation: value }])
      checkOrganisation(organisation, organisationWith(organisation, emptyOrganisation), () => {})
      for (const { kind, name, source, definition } of organisation)
        expect(readOrganisationEntry(kind, name, source)).toMatchObject({
          kind,
          name,
          ...(definition && { definition }),
        })
    }),
  )
})
