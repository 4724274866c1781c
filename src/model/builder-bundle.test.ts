import { expect, test } from "vitest"
import {
  bind,
  bundle,
  constraint,
  dataClass,
  exception,
  exlet,
  handler,
  integer,
  mandatory,
  number,
  pattern,
  process,
  rule,
  ruleOn,
  rules,
  rulesInOrder,
  step,
  string,
  task,
} from "../builder.ts"
import { readBundle, readBundleValues } from "./bundle.ts"

const show = process("show", { data: { seating: integer() }, flow: [task("doShow")] })
const refund = process("refund", { flow: [task("pay")] })

const built = bundle(
  show,
  refund,
  exlet("move", [
    step.suspend("item"),
    step.suspend("show/doShow"),
    step.compensate(["refund", { worklet: "refund", with: { x: 1 }, into: { seating: "x" } }]),
    step.compensate("refund"),
    step.continue("item"),
    step.remove("case"),
    step.resume("show/doShow+"),
    step.waitAndSuspend("show"),
    step.restart(),
    step.complete(),
    step.complete({ seating: "seating + 1" }),
    step.fail(),
    step.skip(),
    step.retry(),
    step.retry({ with: "next" }),
    step.retry({ with: { role: ["clerk"] } }),
    step.wait(),
    step.reassign("bob"),
    step.amend("item", { needs: { notWhoDid: ["a", "b"], escalate: { after: "P1D" } } }),
    step.amend("bob", { capability: ["sign"], for: "P1D" }),
  ]),
  exlet(
    "tell",
    [
      step.start("refund", { with: { x: true }, case: "new" }),
      step.start("refund", { case: "family.number" }),
      step.start("refund"),
      step.terminate("show"),
      step.set({ seating: 3 }),
      step.notify("bob", "Hello {{seating}}"),
      step.raise("Lost", { what: "1" }),
      step.raise("Lost"),
      step.ask("Well?", { to: "ann", choices: ["a", "b"], into: "seating" }),
      step.ask("Well?"),
      step.jump("doShow"),
      step.rollback("doShow"),
      step.propagate(),
    ],
    { solves: false, deadline: "P1D", title: "Tell" },
  ),
  rules("itemPre", "show/doShow", [
    rule("seating < 3", "move", { except: [rule("seating < 2", [step.skip()]), rule(true, "nothing")] }),
  ]),
  rules("select", "show/doShow", [rule("seating > 1", ["refund", { worklet: "show" }], { title: "Late" })]),
  rulesInOrder({ role: "clerk" }, [ruleOn("Lost", "tell", { if: "a" }), ruleOn("timeout", "move")]),
  exception("Lost", { is: "CaseTrigger", parameters: { what: string() }, title: "Something is lost" }),
  exception("Found"),
  handler("over", { on: "Lost", parameters: { limit: number() }, if: "a > limit", then: "tell", solves: true }),
  handler("late", { on: "timeout", then: [step.skip()], mandatory: true, title: "Late" }),
  bind("over", { at: ["show", { class: "Customer" }, { object: "show/seating" }], with: { limit: 3 } }),
  bind("late", { at: "everywhere" }),
  mandatory("r21", { on: "Found", at: { unit: "sales" }, then: "nothing" }),
  pattern("three", { sequence: ["Lost", { any: ["done(doShow)", "two"] }], within: "P1D", by: "event.what" }),
  pattern("two", { all: ["Lost", { event: "Found", within: "PT1H" }] }),
  constraint("show", { budget: 5000, deadline: "P3D" }),
  constraint(["show/doShow", { role: "clerk" }], { name: "senior", qualification: "agent.grade > 3" }),
)

const sameInYaml = `
processes:
  - { process: show, data: { seating: { type: integer } }, flow: [ { task: doShow } ] }
  - { process: refund, flow: [ { task: pay } ] }
exlets:
  move:
    - suspend: item
    - suspend: show/doShow
    - compensate: [ refund, { worklet: refund, with: { x: 1 }, into: { seating: x } } ]
    - compensate: refund
    - continue: item
    - remove: case
    - resume: show/doShow+
    - waitAndSuspend: show
    - restart: item
    - complete: item
    - { complete: item, data: { seating: seating + 1 } }
    - fail: item
    - skip: item
    - retry: item
    - { retry: item, with: next }
    - { retry: item, with: { role: [ clerk ] } }
    - wait: item
    - { reassign: item, to: bob }
    - { amend: item, needs: { notWhoDid: [ a, b ], escalate: { after: P1D } } }
    - { amend: bob, capability: [ sign ], for: P1D }
  tell:
    steps:
      - { start: refund, with: { x: true }, case: new }
      - { start: refund, case: family.number }
      - start: refund
      - terminate: show
      - set: { seating: 3 }
      - { notify: bob, text: "Hello {{seating}}" }
      - { raise: Lost, with: { what: "1" } }
      - raise: Lost
      - { ask: Well?, to: ann, choices: [ a, b ], into: seating }
      - ask: Well?
      - jump: doShow
      - rollback: doShow
      - propagate
    solves: false
    deadline: P1D
    title: Tell
rules:
  - on: itemPre
    at: show/doShow
    tree:
      - if: seating < 3
        then: move
        except:
          - { if: seating < 2, then: [ { skip: item } ] }
          - { if: true, then: nothing }
  - { on: select, at: show/doShow, tree: [ { if: seating > 1, then: [ refund, { worklet: show } ], title: Late } ] }
  - at: { role: clerk }
    first: [ { on: Lost, if: a, then: tell }, { on: timeout, then: move } ]
exceptions:
  Lost: { is: CaseTrigger, parameters: { what: { type: string } }, title: Something is lost }
  Found: {}
handlers:
  over: { on: Lost, parameters: { limit: { type: number } }, if: a > limit, then: tell, solves: true }
  late: { on: timeout, then: [ { skip: item } ], mandatory: true, title: Late }
bind:
  - { handler: over, at: [ show, { class: Customer }, { object: show/seating } ], with: { limit: 3 } }
  - { handler: late, at: everywhere }
mandatory:
  r21: { on: Found, at: { unit: sales }, then: nothing }
patterns:
  three: { sequence: [ Lost, { any: [ done(doShow), two ] } ], within: P1D, by: event.what }
  two: { all: [ Lost, { event: Found, within: PT1H } ] }
constraints:
  - { at: show, budget: 5000, deadline: P3D }
  - { at: [ show/doShow, { role: clerk } ], name: senior, qualification: agent.grade > 3 }
`

test("[BUILD5] exlets, rules, handlers and classes built are exactly what the language writes", () => {
  const fromText = readBundle([{ name: "show.yaml", text: sameInYaml }])
  const fromBuilder = readBundleValues([built])
  const plain = ({ locate: _, ...rest }: { locate: unknown }) => rest
  expect(fromBuilder.findings.map(({ code, place }) => `${place.path} ${code}`)).toEqual(
    fromText.findings.map(({ code, place }) => `${place.path} ${code}`),
  )
  expect(fromBuilder.definitions.map(({ source }) => source)).toEqual(fromText.definitions.map(({ source }) => source))
  for (const part of ["exlets", "trees", "classes", "handlers", "bindings", "patterns", "constraints"] as const)
    expect(fromBuilder.repertoire[part].map(plain)).toEqual(fromText.repertoire[part].map(plain))
})

test("[BUILD6] a bundle is put together of bundles too, and a name given twice is thrown", () => {
  expect(bundle(bundle(show, exlet("a", [step.skip()])), bundle(refund, exlet("b", ["propagate"])))).toEqual({
    processes: [show, refund],
    exlets: { a: [{ skip: "item" }], b: ["propagate"] },
  })
  expect(() => bundle(exlet("a", []), exlet("a", []))).toThrow("The bundle has 'a' twice under 'exlets'.")
})

test("[DATACLASS1] data classes are built by name, with what they are", () => {
  expect(bundle(dataClass("Person", { title: "Somebody" }), dataClass("Customer", { is: "Person" }))).toEqual({
    dataClasses: { Person: { title: "Somebody" }, Customer: { is: "Person" } },
  })
})
