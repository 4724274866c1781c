import { describe, expect, test } from "vitest"
import { reading } from "../../test/language/told.ts"
import type { Path } from "../messages/findings.ts"
import type { Json } from "../messages/json.ts"
import type { RuleDefinition } from "./repertoire.ts"

describe("rules", () => {
  test("[REP6] a tree is nested rules on one event at one place", () => {
    const { repertoire, told } = reading(`
      rules:
        - on: itemPre
          at: organise-concert/doShow
          tree:
            - if: ticketsSold < seating * 0.75
              then: move-to-mid-venue
              except:
                - if: ticketsSold < seating * 0.5
                  then: [ { suspend: item } ]
                - if: isSpecial
            - if: true
              then: nothing
              title: All is well
    `)
    expect(told).toEqual([])
    const [tree] = repertoire.trees
    const tree0 = ["rules", 0, "tree", 0]
    const steps = [{ do: "suspend", target: "item" }]
    const exceptions = [
      rule([...tree0, "except", 0], "ticketsSold < seating * 0.5", { kind: "steps", steps }, [{ suspend: "item" }]),
      { if: { source: "isSpecial", path: [...tree0, "except", 1, "if"] }, path: [...tree0, "except", 1], except: [] },
    ]
    const nodes = [
      {
        ...rule(
          tree0,
          "ticketsSold < seating * 0.75",
          { kind: "exlet", name: "move-to-mid-venue" },
          "move-to-mid-venue",
        ),
        except: exceptions,
      },
      { ...rule(["rules", 0, "tree", 1], "true", { kind: "nothing" }, "nothing"), title: "All is well" },
    ]
    expect(repertoire.trees.map(({ locate, ...rest }) => rest)).toEqual([
      { on: "itemPre", at: "organise-concert/doShow", path: ["rules", 0], nodes },
    ])
    expect(tree?.locate([...tree0, "except", 0, "then"]).line).toBe(9)
  })

  test("[REP7] one rule needs no tree, and without a condition it always holds", () => {
    expect(
      treesOf(`
        rules:
          - { on: DocumentLost, at: everywhere, then: [ { raise: again } ] }
          - { on: Late, at: p, if: a > 1, then: hurry, except: [ { if: b, then: nothing } ] }
      `),
    ).toEqual([
      { on: "DocumentLost", at: "everywhere", nodes: ["if true then steps"] },
      { on: "Late", at: "p", nodes: ["if a > 1 then hurry except [if b then nothing]"] },
    ])
  })

  test("[REP8] of an ordered list, rules on the same event are each other's else", () => {
    expect(
      treesOf(`
        rules:
          - at: laptop-order
            first:
              - { on: Cancel, if: a, then: one }
              - { on: change_request, if: b, then: two }
              - { on: Cancel, if: c, then: three }
              - { on: change_request, then: four }
      `),
    ).toEqual([
      { on: "Cancel", at: "laptop-order", nodes: ["if a then one", "if c then three"] },
      { on: "change_request", at: "laptop-order", nodes: ["if b then two", "if true then four"] },
    ])
  })

  test("[REP9] the words for types are those of the classes", () => {
    const words = ["timeout", "itemAbort", "resourceUnavailable", "constraintViolation", "caseTrigger", "itemTrigger"]
    const checkpoints = ["casePre", "casePost", "itemPre", "itemPost"]
    const rules = [...words, ...checkpoints, "Deadlock"].map((on) => `  - { on: ${on}, at: p, then: x }`).join("\n")
    expect(treesOf(`rules:\n${rules}`).map(({ on }) => on)).toEqual([
      "Timeout",
      "ItemAbort",
      "ResourceUnavailable",
      "ConstraintViolation",
      "CaseTrigger",
      "ItemTrigger",
      ...checkpoints,
      "Deadlock",
    ])
  })

  test("[REP10] a selection concludes worklets", () => {
    const { repertoire, told } = reading(`
      rules:
        - on: select
          at: p/t
          tree:
            - { if: a, then: one }
            - { if: b, then: [ one, { worklet: two, with: { x: y + 1 }, into: { z: x } } ] }
            - { if: c, then: { worklet: two } }
            - { if: d, then: nothing }
    `)
    expect(told).toEqual([])
    expect(repertoire.trees[0]?.nodes.map(({ then }) => then)).toEqual([
      { kind: "worklets", worklets: [{ worklet: "one" }] },
      {
        kind: "worklets",
        worklets: [{ worklet: "one" }, { worklet: "two", with: { x: "y + 1" }, into: { z: "x" } }],
      },
      { kind: "worklets", worklets: [{ worklet: "two" }] },
      { kind: "nothing" },
    ])
  })

  test("[REP11] rules stand on plain events, and at people and data", () => {
    const yaml = `
      rules:
        - { on: done(B3), at: p, then: x }
        - { on: ' every ( PT1H ) ', at: everywhere, then: x }
        - { on: at(2026-01-05T09:00:00Z), at: p/t, then: x }
        - { on: after(P1D), at: { role: clerk }, then: x }
        - { on: Lost, at: { unit: sales }, then: x }
        - { on: Lost, at: { agent: ann }, then: x }
        - { on: Lost, at: { class: Customer }, then: x }
        - { on: Lost, at: { object: p/buyer }, then: x }
        - { on: Lost, at: 'role:clerk', then: x }
        - at: p
          first:
            - { on: message(paid), then: x }
            - { on: written(budget), then: x }
            - { on: message( paid ), then: y }
    `
    expect(reading(yaml).told).toEqual([])
    expect(treesOf(yaml).map(({ on, at, nodes }) => [on, at, nodes.length])).toEqual([
      ["done(B3)", "p", 1],
      ["every(PT1H)", "everywhere", 1],
      ["at(2026-01-05T09:00:00Z)", "p/t", 1],
      ["after(P1D)", "role:clerk", 1],
      ["Lost", "unit:sales", 1],
      ["Lost", "agent:ann", 1],
      ["Lost", "class:Customer", 1],
      ["Lost", "object:p/buyer", 1],
      ["Lost", "role:clerk", 1],
      ["message(paid)", "p", 2],
      ["written(budget)", "p", 1],
    ])
  })
})

const mistakes = [
  {
    title: "[REP11] what is in the brackets must fit the event",
    yaml: `
      rules:
        - { on: done(a b), at: { object: buyer }, then: x }
        - { on: every(1h), at: { object: 3 }, then: x }
        - { on: after(PT0S), at: 'object:p', then: x }
        - { on: at(tomorrow), at: 'rol:clerk', then: x }
        - { on: written(my-budget), at: p, then: x }
    `,
    told: [
      "2:11 rules[0].on error BAD_EVENT: 'a b' is nothing for 'done(…)'. → Write the name of a task, block or process, such as 'done(B3)'.",
      "2:36 rules[0].at.object error BAD_SCOPE: 'object' cannot be 'buyer'. → Write a variable as 'process/variable'.",
      "3:11 rules[1].on error BAD_EVENT: '1h' is nothing for 'every(…)'. → Write a duration of more than nothing, such as P1D or PT1H.",
      "3:36 rules[1].at.object error WRONG_KIND: 'object' is the number 3. → Write a variable as 'process/variable' here.",
      "4:11 rules[2].on error BAD_EVENT: 'PT0S' is nothing for 'after(…)'. → Write a duration of more than nothing, such as P1D or PT1H.",
      "4:28 rules[2].at error BAD_SCOPE: 'object' cannot be 'p'. → Write a variable as 'process/variable'.",
      "5:11 rules[3].on error BAD_EVENT: 'tomorrow' is nothing for 'at(…)'. → Write a moment, such as 'at(2026-01-05T09:00:00Z)', or a day, such as 'at(2026-01-05)'.",
      "5:29 rules[3].at error BAD_SCOPE: 'at' cannot be 'rol:clerk'. → Write 'process/task', 'process/activity', 'process', 'everywhere', or a map such as { role: … }.",
      "6:11 rules[4].on error BAD_EVENT: 'my-budget' is nothing for 'written(…)'. → Write the name of a variable, such as 'written(budget)'.",
    ],
  },
  {
    title: "[REP12] an entry of rules says on what, where and what",
    yaml: `
      rules: { on: itemPre }
      ---
      rules:
        - itemPre
        - {}
        - { on: [timeout, itemAbort], at: [p, q], then: x }
        - { on: done, at: p/q/r, then: x }
        - { on: don(B3), at: a b, then: x }
        - { on: done(), at: {}, then: x }
        - { on: a b, at: { role: a, unit: b }, then: x }
        - { on: Lost, at: { rol: a }, then: x }
        - { on: Lost, at: p, when: a, do: x }
    `,
    told: [
      "1:8 rules error WRONG_KIND: 'rules' is a map. → Write a list here.",
      "4:5 rules[0] error WRONG_KIND: An entry of 'rules' is the text 'itemPre'. → Write a map of keys and values here.",
      "5:5 rules[1].at error MISSING_KEY: The key 'at' is missing in the rule. → Write 'at: process/task', 'at: process' or 'at: everywhere'.",
      "5:5 rules[1].on error MISSING_KEY: The key 'on' is missing in the rule. → Say on which checkpoint, class or event: 'on: itemPre'.",
      "5:5 rules[1].then error MISSING_KEY: The key 'then' is missing in the rule. → Name an exlet, write steps, or 'nothing'.",
      "6:37 rules[2].at error WRONG_KIND: 'at' is a list. → Write 'process/task', 'process/activity', 'process', 'everywhere', or a map such as { role: … } here.",
      "7:21 rules[3].at error BAD_SCOPE: 'at' cannot be 'p/q/r'. → Write 'process/task', 'process/activity', 'process', 'everywhere', or a map such as { role: … }.",
      "8:11 rules[4].on error UNKNOWN_EVENT: There is no event 'don(…)'. → Did you mean 'done'?",
      "8:24 rules[4].at error BAD_SCOPE: 'at' cannot be 'a b'. → Write 'process/task', 'process/activity', 'process', 'everywhere', or a map such as { role: … }.",
      "9:11 rules[5].on error EMPTY: 'on' says 'done()' of nothing. → Write what it is about: 'done(…)'.",
      "9:23 rules[5].at error BAD_SCOPE: 'at' names no scope. → Write one of { role: … }, { unit: … }, { agent: … }, { class: … }, { object: … }.",
      "10:11 rules[6].on error BAD_NAME: 'on' cannot be 'a b'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "10:20 rules[6].at error BAD_SCOPE: 'at' is two scopes in one. → Write one of { role: … }, { unit: … }, { agent: … }, { class: … }, { object: … }.",
      "11:21 rules[7].at error BAD_SCOPE: 'at' names no scope. → Write one of { role: … }, { unit: … }, { agent: … }, { class: … }, { object: … }.",
      "11:23 rules[7].at.rol error UNKNOWN_KEY: The key 'rol' means nothing in the scope. → Did you mean 'role'?",
      "12:5 rules[8].then error MISSING_KEY: The key 'then' is missing in the rule. → Name an exlet, write steps, or 'nothing'.",
      "12:24 rules[8].when error UNKNOWN_KEY: The key 'when' means nothing in the rule. → A rule's condition is 'if'.",
      "12:33 rules[8].do error UNKNOWN_KEY: The key 'do' means nothing in the rule. → What a rule does stands under 'then'.",
    ],
  },
  {
    title: "[REP12] a tree is a list of rules with conditions",
    yaml: `
      rules:
        - { on: a, at: p, tree: [] }
        - { on: b, at: p, tree: { if: a, then: x } }
        - { on: c, at: p, tree: [], first: [] }
        - { on: d, at: p, if: a, then: x, tree: [ { if: a, then: x } ] }
        - on: e
          at: p
          tree:
            - then: x
            - if:
              then: x
            - { if: a, else: x, on: b, except: { if: b } }
            - if a then b
            - { if: '', then: x, titel: y }
    `,
    told: [
      "2:27 rules[0].tree warning EMPTY: There are no rules in 'tree'. → Write rules, or learn them later.",
      "3:27 rules[1].tree error WRONG_KIND: 'tree' is a map. → Write a list here.",
      "4:7 rules[2].on error UNKNOWN_KEY: The key 'on' means nothing in the rule. → It stands in the entries of 'first'.",
      "4:31 rules[2].first error CONTRADICTION: The keys 'tree' and 'first' in the rule exclude each other. → Keep the one that is meant.",
      "4:38 rules[2].first warning EMPTY: There are no rules in 'first'. → Write rules, or learn them later.",
      "5:21 rules[3].if error UNKNOWN_KEY: The key 'if' means nothing in the rule. → It stands in the entries of 'tree'.",
      "5:28 rules[3].then error UNKNOWN_KEY: The key 'then' means nothing in the rule. → It stands in the entries of 'tree'.",
      "9:9 rules[4].tree[0].if error MISSING_KEY: The key 'if' is missing in the rule. → Write a condition; 'if: true' always holds.",
      "10:12 rules[4].tree[1].if error WRONG_KIND: 'if' is empty. → Write an expression here.",
      "12:18 rules[4].tree[2].else error UNKNOWN_KEY: The key 'else' means nothing in the rule. → The next entry of the same list is asked when this one does not hold.",
      "12:27 rules[4].tree[2].on error UNKNOWN_KEY: The key 'on' means nothing in the rule. → It stands once for the whole tree, beside 'at'.",
      "12:42 rules[4].tree[2].except error WRONG_KIND: 'except' is a map. → Write a list here.",
      "13:9 rules[4].tree[3] error WRONG_KIND: An entry of 'tree' is the text 'if a then b'. → Write a map of keys and values here.",
      "14:15 rules[4].tree[4].if error EMPTY: 'if' is empty. → Write something, or leave the key out.",
      "14:28 rules[4].tree[4].titel error UNKNOWN_KEY: The key 'titel' means nothing in the rule. → Did you mean 'title'?",
    ],
  },
  {
    title: "[REP12] an ordered list has its events in its entries",
    yaml: `
      rules:
        - { at: p, first: [] }
        - { at: p, first: { on: a } }
        - { on: a, at: p, first: [ { if: b, then: x }, x ] }
        - { at: p, first: [ { on: a, at: q, then: x, else: y } ] }
    `,
    told: [
      "2:21 rules[0].first warning EMPTY: There are no rules in 'first'. → Write rules, or learn them later.",
      "3:21 rules[1].first error WRONG_KIND: 'first' is a map. → Write a list here.",
      "4:7 rules[2].on error UNKNOWN_KEY: The key 'on' means nothing in the rule. → It stands in the entries of 'first'.",
      "4:30 rules[2].first[0].on error MISSING_KEY: The key 'on' is missing in the rule. → Say on which checkpoint, class or event: 'on: itemPre'.",
      "4:50 rules[2].first[1] error WRONG_KIND: An entry of 'first' is the text 'x'. → Write a map of keys and values here.",
      "5:32 rules[3].first[0].at error UNKNOWN_KEY: The key 'at' means nothing in the rule. → It stands once for the whole list, beside 'first'.",
      "5:48 rules[3].first[0].else error UNKNOWN_KEY: The key 'else' means nothing in the rule. → The next entry of the same list is asked when this one does not hold.",
    ],
  },
  {
    title: "[REP12] a conclusion is an exlet, steps or nothing; of a selection, worklets",
    yaml: `
      rules:
        - { on: a, at: p, then: }
        - { on: b, at: p, then: { suspend: item } }
        - { on: c, at: p, then: [ one, two ] }
        - { on: d, at: p, then: a b }
        - { on: e, at: p, then: [] }
        - { on: select, at: p, then: 3 }
        - { on: select, at: q, then: [] }
        - { on: select, at: r, then: [ { suspend: item } ] }
    `,
    told: [
      "2:27 rules[0].then error WRONG_KIND: 'then' is empty. → Write the name of an exlet, a list of steps, or 'nothing' here.",
      "3:27 rules[1].then error WRONG_KIND: 'then' is a map. → Write the name of an exlet, a list of steps, or 'nothing' here.",
      "4:29 rules[2].then[0] error WRONG_KIND: A step cannot be the text 'one'. → Write a map such as 'suspend: item'; to start a worklet, 'compensate: one'.",
      "4:34 rules[2].then[1] error WRONG_KIND: A step cannot be the text 'two'. → Write a map such as 'suspend: item'; to start a worklet, 'compensate: two'.",
      "5:27 rules[3].then error BAD_NAME: 'then' cannot be 'a b'. → A name starts with a letter and goes on with letters, digits, '_' and '-'.",
      "6:27 rules[4].then warning EMPTY: There are no steps in 'then'. → Write steps; if nothing is to be done on purpose, a rule says 'then: nothing'.",
      "7:32 rules[5].then error WRONG_KIND: 'then' is the number 3. → Write the name of a worklet, a list of them, or 'nothing' here.",
      "8:32 rules[6].then error EMPTY: 'then' is an empty list. → Name at least one worklet.",
      "9:34 rules[7].then[0].worklet error MISSING_KEY: The key 'worklet' is missing in the worklet. → Name the process to start.",
      "9:36 rules[7].then[0].suspend error UNKNOWN_KEY: The key 'suspend' means nothing in the worklet. → Known here: worklet, with, into.",
    ],
  },
]

test.each(mistakes)("$title", ({ yaml, told }) => {
  expect(reading(yaml).told).toEqual(told)
})

function treesOf(yaml: string) {
  return reading(yaml).repertoire.trees.map(({ on, at, nodes }) => ({ on, at, nodes: nodes.map(ruleText) }))
}

function ruleText({ if: condition, then, except }: RuleDefinition): string {
  const answer = then?.kind === "exlet" ? then.name : then?.kind
  const exceptions = except.length > 0 ? ` except [${except.map(ruleText).join(", ")}]` : ""
  return `if ${condition.source} then ${answer}${exceptions}`
}

function rule(path: Path, source: string, then: object, thenSource: Json) {
  return { if: { source, path: [...path, "if"] }, then, thenPath: [...path, "then"], thenSource, path, except: [] }
}
