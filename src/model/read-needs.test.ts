import { describe, expect, test } from "vitest"
import { compiled } from "../../test/language/compiled.ts"
import type { LocalFinding } from "../messages/findings.ts"
import { byPlace, readBundle } from "./bundle.ts"
import { checkDoers } from "./check-doers.ts"
import { compileProcess } from "./compile.ts"
import { classTree } from "./exception-classes.ts"
import type { Needs } from "./organisation.ts"
import { needsFor, needsOf } from "./process-needs.ts"
import { readNeeds } from "./read-needs.ts"
import { placed } from "./source.ts"

/** The same with the text of each expression in its place. */
function shown(needs: Needs | undefined): unknown {
  return JSON.parse(
    JSON.stringify(needs, (_, value) => (typeof value?.evaluate === "function" ? `<${value.source}>` : value)),
  )
}

function told(yaml: string): readonly string[] {
  const { definitions, findings } = readBundle([{ name: "a.yaml", text: yaml }])
  const all = [...findings]
  for (const { definition, locate } of definitions)
    compileProcess(definition, 1, (finding) => all.push(placed(finding, locate)))
  return all
    .toSorted(byPlace)
    .map(
      ({ place, severity, code, message, remedy }) =>
        `${place.line}:${place.column} ${place.path} ${severity} ${code}: ${message} → ${remedy}`,
    )
}

const none = {
  roles: [],
  capabilities: [],
  notWhoDid: [],
  whoDid: [],
  offer: "all",
  order: "leastLoaded",
  accept: false,
}

describe("needs", () => {
  test("[NEEDS1] everything that may be needed is read, one or several, with defaults for what is not said", () => {
    const path = ["needs"]
    const at = (source: string, ...keys: string[]) => ({ source, path: [...path, ...keys] })
    const read = (source: Parameters<typeof readNeeds>[0]) => readNeeds(source, path, "'needs'", () => {})
    const whole = {
      role: ["clerk", "nurse"],
      capability: "sign",
      unit: "purchasing",
      agent: "item.boss",
      notWhoDid: "order",
      whoDid: ["check", "other/sign"],
      when: "agent.cost < 3",
      offer: "one",
      order: "cheapest",
      accept: true,
      escalate: { after: "P1D", to: "chief" },
    }
    expect([read({}), read(whole), read({ order: "-agent.cost", escalate: { after: "PT1H" } })]).toEqual([
      { ...none, source: {}, path },
      {
        roles: ["clerk", "nurse"],
        capabilities: ["sign"],
        unit: at("purchasing", "unit"),
        agent: at("item.boss", "agent"),
        notWhoDid: ["order"],
        whoDid: ["check", "other/sign"],
        when: at("agent.cost < 3", "when"),
        offer: "one",
        order: "cheapest",
        accept: true,
        escalate: { after: "P1D", to: at("chief", "escalate", "to") },
        source: whole,
        path,
      },
      {
        ...none,
        order: { by: at("-agent.cost", "order") },
        escalate: { after: "PT1H", to: at("manager", "escalate") },
        source: { order: "-agent.cost", escalate: { after: "PT1H" } },
        path,
      },
    ])
  })

  test("[NEEDS2] units, agents and those above are names, or expressions where a variable is meant", () => {
    const process = compiled(`
      data: { sales: string, boss: string, manager: string, lines: { list: string } }
      flow:
        - task: a
          needs: { unit: purchasing, agent: senior-clerk, escalate: { after: P1D } }
        - program: b
          needs: { unit: sales, agent: '[boss, case.startedBy]', escalate: { after: P1D, to: manager } }
        - forEach: each
          in: lines
          as: line
          do: [ { task: c, needs: { agent: line, unit: 'org.units[sales].manager' } } ]
        - task: d
    `)
    const found = needsOf(process).toSorted((one, other) => one.node.localeCompare(other.node))
    expect(found.map(({ node, needs, path }) => [node, path, shown(needs)])).toEqual([
      [
        "a",
        ["flow", 0, "needs"],
        {
          ...none,
          unit: { name: "purchasing" },
          agent: { name: "senior-clerk" },
          escalate: { after: "P1D", to: { name: "manager" } },
          path: ["flow", 0, "needs"],
        },
      ],
      [
        "b",
        ["flow", 1, "needs"],
        {
          ...none,
          unit: { name: "sales", expression: "<sales>" },
          agent: { name: "[boss, case.startedBy]", expression: "<[boss, case.startedBy]>" },
          escalate: { after: "P1D", to: { name: "manager", expression: "<manager>" } },
          path: ["flow", 1, "needs"],
        },
      ],
      [
        "c",
        ["flow", 2, "do", 0, "needs"],
        {
          ...none,
          agent: { name: "line", expression: "<line>" },
          unit: { name: "org.units[sales].manager", expression: "<org.units[sales].manager>" },
          path: ["flow", 2, "do", 0, "needs"],
        },
      ],
    ])
  })

  test("[NEEDS3] what is asked of each agent is a condition over him and the values of the case", () => {
    const process = compiled(`
      data: { grade: integer, due: date }
      flow:
        - task: a
          needs:
            when: agent.attributes.grade >= grade && (has("sign") || plays("clerk")) && item.task != "b" && !("b" in done)
            order: agent.cost * grade
    `)
    const [found] = needsOf(process)
    const when = found?.needs.when
    expect([when?.type, [...(when?.names ?? [])], [...(when?.calls ?? [])]]).toEqual([
      "boolean",
      ["agent", "grade", "item", "done"],
      ["has", "plays"],
    ])
    expect(shown(found?.needs)).toMatchObject({ order: "<agent.cost * grade>" })
  })

  test("[NEEDS4] everything wrong with needs is told at its place", () => {
    const yaml = `
process: p
data: { boss: string, limit: integer }
flow:
  - { task: a, needs: { role: [ x, 3 ], capability: a b, unit: '', agent: [ bob ], notWhoDid: a/b/c, whoDid: [ 3 ] } }
  - { task: b, needs: { escalate: P1D, when: agent.cost, order: leastloaded } }
  - { task: c, needs: { escalate: { to: bob }, when: 'limt > 3', order: limit } }
  - { task: d, needs: { escalate: { after: soon, to: 3, by: x }, when: 'result("a") == agent.id && count("a") > 1', order: quickest } }
  - { task: e, needs: { unit: org.unit(, agent: bos.id, escalate: { after: P1D, to: boss + 1 }, order: 'duringRound("a", 1)' } }
  - { task: f, needs: { notWhoDid: [ a, b ], whoDid: [ c, b ] } }
`
    expect(told(yaml)).toEqual([
      "5:36 flow[0].needs.role[1] error WRONG_KIND: An entry of 'role' is the number 3. → Write a name here.",
      "5:53 flow[0].needs.capability error BAD_NAME: 'capability' cannot be 'a b'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "5:64 flow[0].needs.unit error EMPTY: 'unit' is empty. → Write something, or leave the key out.",
      "5:75 flow[0].needs.agent error WRONG_KIND: 'agent' is a list. → Write text here.",
      "5:95 flow[0].needs.notWhoDid error BAD_PLACE: 'notWhoDid' cannot be 'a/b/c'. → Write a task, or 'process/task'.",
      "5:112 flow[0].needs.whoDid[0] error WRONG_KIND: An entry of 'whoDid' is the number 3. → Write a task, or 'process/task' here.",
      "6:35 flow[1].needs.escalate error WRONG_KIND: 'escalate' is the text 'P1D'. → Write a map of keys and values here.",
      "6:65 flow[1].needs.order error NOT_ALLOWED: 'order' cannot be 'leastloaded'. → Did you mean 'leastLoaded'?",
      "7:35 flow[2].needs.escalate.after error MISSING_KEY: The key 'after' is missing in 'escalate'. → Say how long somebody has to start it: 'after: P1D'.",
      "7:55 flow[2].needs.when error UNKNOWN_NAME: There is no `limt` here. → Did you mean `limit`?",
      "8:44 flow[3].needs.escalate.after error BAD_DURATION: 'after' is 'soon', which is not an ISO 8601 duration. → Write for example P30D, PT10S or P1DT12H.",
      "8:54 flow[3].needs.escalate.to error WRONG_KIND: 'to' is the number 3. → Write text here.",
      "8:57 flow[3].needs.escalate.by error UNKNOWN_KEY: The key 'by' means nothing in 'escalate'. → Known here: after, to.",
      "8:73 flow[3].needs.when error UNKNOWN_FUNCTION: There is no function `result` here. → Write what it gives into a variable, and use that here.",
      "8:100 flow[3].needs.when error UNKNOWN_FUNCTION: There is no function `count` here. → Write what it gives into a variable, and use that here.",
      "8:124 flow[3].needs.order error NOT_ALLOWED: 'order' cannot be 'quickest'. → Write one of leastLoaded, roundRobin, cheapest, fastest, longestIdle, or an expression over 'agent'.",
      "9:40 flow[4].needs.unit error EXPRESSION_SYNTAX: The expression ends too early. → Complete it, or remove what is left over at its end.",
      "9:49 flow[4].needs.agent error UNKNOWN_NAME: There is no `bos` here. → Did you mean `boss`?",
      "9:85 flow[4].needs.escalate.to error TYPE_MISMATCH: `+` does not take string and number: `boss + 1`. → Convert one of them: string(x) makes a text, double(x) a number.",
      "9:105 flow[4].needs.order error UNKNOWN_FUNCTION: There is no function `duringRound` here. → Write what it gives into a variable, and use that here.",
      "10:59 flow[5].needs.whoDid[1] warning CONTRADICTION: 'whoDid' and 'notWhoDid' both name 'b', so nobody may do it. → Remove one of the two.",
    ])
  })

  test("[NEEDS5] whose doers matter is a task here, or may be one of another process", () => {
    const yaml = `
process: p
flow:
  - { task: order, needs: { notWhoDid: order } }
  - { task: check, needs: { notWhoDid: [ order, ordr ], whoDid: payment } }
  - { parallel: both, branches: [ [ { task: left } ] ] }
  - { activity: act, do: [ { wait: P1D }, { program: inner } ] }
  - { forEach: f, in: '[1]', as: x, do: [] }
  - { task: sign, needs: { notWhoDid: [ left, both, act, inner, f, rescue, other/order ] } }
aside: [ { task: rescue } ]
---
process: q
net:
  start: { to: A }
  A: { to: c, needs: { notWhoDid: [ A, B, c, W ] } }
  c: { condition: true, to: [ B ] }
  B: { to: W }
  W: { wait: P1D, to: end }
`
    expect(told(yaml)).toEqual([
      "5:49 flow[1].needs.notWhoDid[1] warning UNKNOWN_TASK: There is no task 'ordr' in this process. → Did you mean 'order'?",
      "5:65 flow[1].needs.whoDid warning UNKNOWN_TASK: There is no task 'payment' in this process. → If it is one of another process, write 'process/payment'.",
      "9:47 flow[5].needs.notWhoDid[1] warning UNKNOWN_TASK: 'both' is nothing that anybody does. → Name a task, or an activity for all tasks inside.",
      "15:43 net.A.needs.notWhoDid[2] warning UNKNOWN_TASK: 'c' is nothing that anybody does. → Name a task, or an activity for all tasks inside.",
      "15:46 net.A.needs.notWhoDid[3] warning UNKNOWN_TASK: 'W' is nothing that anybody does. → Name a task, or an activity for all tasks inside.",
    ])
  })

  test("[NEEDS6] tasks of processes by name are looked up where those are known", () => {
    const process = compiled(`
      process: p
      flow:
        - { task: a, needs: { notWhoDid: [ p/b, q/c, r/c, a ], whoDid: q/x } }
        - { task: b }
    `)
    const other = compiled("{ process: q, flow: [ { task: cc }, { activity: x, do: [] } ] }")
    const processes = new Map([process, other].map((each) => [each.name, each]))
    const findings: LocalFinding[] = []
    const known = {
      process: (name: string) => processes.get(name),
      processes: () => processes.keys(),
      exlet: () => undefined,
      exlets: () => [],
      classes: classTree([]),
    }
    checkDoers(process, known, (finding) => findings.push(finding))
    expect(findings).toEqual([
      {
        code: "UNKNOWN_TASK",
        severity: "warning",
        path: ["flow", 0, "needs", "notWhoDid"],
        message: "The process 'q' has no task or activity 'c'.",
        remedy: "Look its name up in the newest version of the process.",
      },
      {
        code: "UNKNOWN_PROCESS",
        severity: "warning",
        path: ["flow", 0, "needs", "notWhoDid"],
        message: "There is no process 'r'.",
        remedy: "Deploy it before, or with this.",
      },
    ])
  })

  test("[NEEDS7] needs written for one item see the data of its case", () => {
    const process = compiled(`
      data: { boss: string, lines: { list: string } }
      flow: [ { forEach: each, in: lines, as: line, do: [ { task: c } ] } ]
    `)
    const tell = (source: Parameters<typeof needsFor>[0], task = "c") => {
      const findings: string[] = []
      const needs = needsFor(source, process, task, ({ code, path }) => findings.push(`${path.join(".")} ${code}`))
      return [shown(needs), findings]
    }
    const path = ["needs"]
    expect([tell({ agent: "line", unit: "boss", role: "clerk" }), tell({ when: "lne == 3", rol: "x" })]).toEqual([
      [
        {
          ...none,
          roles: ["clerk"],
          agent: { name: "line", expression: "<line>" },
          unit: { name: "boss", expression: "<boss>" },
          path,
        },
        [],
      ],
      [{ ...none, roles: ["x"], path }, ["needs.rol UNKNOWN_KEY", "needs.when UNKNOWN_NAME"]],
    ])
  })
})
