import { expect, test } from "vitest"
import { checking } from "../../test/language/told.ts"

const before = `
  process: concert
  data:
    venueName: string
    seating: { type: integer, default: 25000 }
    ticketsSold: integer
    isOpen: boolean
    showDate: date
    lines: { list: { sku: string } }
  flow:
    - task: sellTickets
      writes: [ticketsSold]
    - task: doShow
      select: true
    - parallel: both
      branches: [ [ { task: a } ], [ { activity: stage, do: [ { task: build } ] } ] ]
    - forEach: each
      in: lines
      as: line
      do: [ { task: pack } ]
  ---
  process: change-venue
  data: { venueName: string, seating: integer, cost: number }
  flow: [ { task: book } ]
  ---
  process: refund
  data: { amount: { type: number, required: true }, seating: string, reason: { type: string, required: true, default: none } }
  flow: [ { task: pay } ]
  ---
  exlets:
    move: [ { suspend: item }, { compensate: change-venue }, { continue: item } ]
    count-up: [ { set: { counter: 1 } } ]
    call: [ { raise: called } ]
  exceptions:
    PcFailure: { is: ItemTrigger, parameters: { computer: string, memory: integer } }
    BandBrokenUp: { is: CaseTrigger }
`

const mistakes = [
  {
    title: "[CHK1] nothing is continued that was not suspended",
    yaml: `
      exlets:
        a: [ { continue: item } ]
        b: [ { suspend: case }, { continue: item }, { continue: case } ]
        c: [ { suspend: allCases }, { continue: case }, { continue: allCases } ]
        d: [ { suspend: item }, { continue: item }, { continue: item } ]
    `,
    told: [
      "2:20 exlets.a[0].continue error CONTINUE_WITHOUT_SUSPEND: Nothing before this step suspends the item, so there is nothing to continue. → Put 'suspend: item' before it, or remove it; 'continue' lifts only what the same exlet holds.",
      "3:39 exlets.b[1].continue error CONTINUE_WITHOUT_SUSPEND: Nothing before this step suspends the item, so there is nothing to continue. → Put 'suspend: item' before it, or remove it; 'continue' lifts only what the same exlet holds.",
      "5:59 exlets.d[2].continue error CONTINUE_WITHOUT_SUSPEND: Nothing before this step suspends the item, so there is nothing to continue. → Put 'suspend: item' before it, or remove it; 'continue' lifts only what the same exlet holds.",
    ],
  },
  {
    title: "[CHK2] nothing is done to what is gone",
    yaml: `
      exlets:
        a: [ { skip: item }, { restart: item }, { set: { x: 1 } }, { notify: ann, text: done } ]
        b: [ { remove: case }, { suspend: item }, { set: { x: 1 } }, { start: refund, with: { amount: 1 } }, { raise: gone } ]
        c: [ { suspend: item }, { complete: item }, { continue: item } ]
        d: [ { remove: allCases }, { remove: case } ]
        e: [ { remove: ancestors }, { suspend: item }, { continue: item } ]
        f: [ { remove: case }, { ask: Why? }, { ask: Why?, into: why } ]
    `,
    told: [
      "2:35 exlets.a[1].restart error STEP_AFTER_END: 'restart: item' comes after 'skip: item', when the item is gone. → Put it before 'skip: item', or remove it.",
      "3:37 exlets.b[1].suspend error STEP_AFTER_END: 'suspend: item' comes after 'remove: case', when the item is gone. → Put it before 'remove: case', or remove it.",
      "3:52 exlets.b[2].set error STEP_AFTER_END: 'set' comes after 'remove: case', when the case is gone. → Put it before 'remove: case', or remove it.",
      "4:59 exlets.c[2].continue error STEP_AFTER_END: 'continue: item' comes after 'complete: item', when the item is gone. → Put it before 'complete: item', or remove it.",
      "5:40 exlets.d[1].remove error STEP_AFTER_END: 'remove: case' comes after 'remove: allCases', when the case is gone. → Put it before 'remove: allCases', or remove it.",
      "7:48 exlets.f[2].ask error STEP_AFTER_END: 'ask' comes after 'remove: case', when the case is gone. → Put it before 'remove: case', or remove it.",
    ],
  },
  {
    title: "[CHK3] what is suspended and never goes on is likely a mistake, unless it ends or another exlet resumes it",
    yaml: `
      exlets:
        a: [ { suspend: item } ]
        b: [ { suspend: case }, { remove: case } ]
        c: [ { suspend: item }, { fail: item } ]
        d: [ { suspend: concert/doShow } ]
        e: [ { suspend: ancestors }, { remove: ancestors } ]
        f: [ { suspend: allCases }, { remove: case } ]
    `,
    told: [
      "2:19 exlets.a[0].suspend warning SUSPEND_NEVER_CONTINUED: This suspends the item, and nothing after it continues or ends that. → Put 'continue: item' where it may go on.",
      "7:19 exlets.f[0].suspend warning SUSPEND_NEVER_CONTINUED: This suspends all cases, and nothing after it continues or ends that. → Put 'continue: allCases' where it may go on.",
    ],
  },
  {
    title: "[CHK3] whoever is resumed or terminated elsewhere may be left suspended",
    yaml: `
      exlets:
        a: [ { suspend: item } ]
        b: [ { suspend: case }, { notify: ann, text: Wait } ]
        c: [ { resume: concert } ]
    `,
    told: [],
  },
  {
    title: "[CHK4] what steps name is there",
    yaml: `
      exlets:
        a:
          - compensate: change-venu
          - compensate: [ change-venue, { worklet: xyzzy } ]
          - { start: conzert, with: { a: 1 } }
          - terminate: conzert
          - suspend: concert/doShwo
          - resume: concert/both+
          - resume: concert/stage
          - raise: PcFailur
          - raise: change_request
    `,
    told: [
      "3:19 exlets.a[0].compensate error UNKNOWN_PROCESS: There is no process 'change-venu'. → Did you mean 'change-venue'?",
      "4:46 exlets.a[1].compensate[1].worklet error UNKNOWN_PROCESS: There is no process 'xyzzy'. → Deploy it before, or with this.",
      "5:16 exlets.a[2].start error UNKNOWN_PROCESS: There is no process 'conzert'. → Did you mean 'concert'?",
      "6:18 exlets.a[3].terminate error UNKNOWN_PROCESS: There is no process 'conzert'. → Did you mean 'concert'?",
      "7:16 exlets.a[4].suspend error UNKNOWN_TASK: The process 'concert' has no task or activity 'doShwo'. → Did you mean 'doShow'?",
      "10:14 exlets.a[7].raise warning UNKNOWN_CLASS: There is no class 'PcFailur', so a plain event of that name is raised. → Did you mean 'PcFailure'?",
    ],
  },
  {
    title: "[CHK5] what is held, waited for and let go is a process, or a task, activity or block of it",
    yaml: `
      exlets:
        a: [ { waitAndSuspend: concert }, { waitAndSuspend: concert/both }, { resume: concert/both+ }, { suspend: concert/stage } ]
        b: [ { start: concert, case: new }, { rollback: doShow }, propagate, { propagate: true } ]
        c: [ { waitAndSuspend: concert/boht+ }, { waitAndSuspend: conzert }, { resume: concert/doShwo } ]
    `,
    told: [
      "4:26 exlets.c[0].waitAndSuspend error UNKNOWN_TASK: The process 'concert' has no task or activity 'boht'. → Look its name up in the newest version of the process.",
      "4:61 exlets.c[1].waitAndSuspend error UNKNOWN_PROCESS: There is no process 'conzert'. → Did you mean 'concert'?",
      "4:82 exlets.c[2].resume error UNKNOWN_TASK: The process 'concert' has no task or activity 'doShwo'. → Did you mean 'doShow'?",
    ],
  },
  {
    title: "[CHK6] expressions and texts in steps are well formed",
    yaml: `
      exlets:
        a:
          - set: { x: 1 +, y: Small Hall }
          - { notify: the boss, text: 'Send {{event.document} again' }
          - { notify: event.issuer, text: '{{nonsense(1)}} and {{now}}' }
          - { reassign: item, to: 'item.agnet' }
          - { ask: 'Is {{1 +}} right?', to: a b }
          - { raise: Lost, with: { document: '"' } }
          - { complete: item, data: { x: 1 + } }
          - { compensate: { worklet: change-venue, with: { cost: 1 + }, into: { y: cost + } } }
    `,
    told: [
      "3:20 exlets.a[0].set.x error EXPRESSION_SYNTAX: The expression ends too early. → Complete it, or remove what is left over at its end.",
      "3:31 exlets.a[0].set.y error EXPRESSION_SYNTAX: `Hall` was not expected here. → Remove it, or write what is missing before it.",
      "4:21 exlets.a[1].notify error EXPRESSION_SYNTAX: `boss` was not expected here. → Remove it, or write what is missing before it.",
      "4:39 exlets.a[1].text error EXPRESSION_SYNTAX: `{{` is never closed. → Write `}}` where the expression ends.",
      "5:40 exlets.a[2].text error UNKNOWN_FUNCTION: There is no function `nonsense` here. → Use one of the functions of the manual.",
      "6:30 exlets.a[3].to error UNKNOWN_FIELD: `item` has no field `agnet`. → Did you mean `agent`?",
      "7:23 exlets.a[4].ask error EXPRESSION_SYNTAX: The expression ends too early. → Complete it, or remove what is left over at its end.",
      "7:41 exlets.a[4].to error EXPRESSION_SYNTAX: `b` was not expected here. → Remove it, or write what is missing before it.",
      "8:41 exlets.a[5].with.document error EXPRESSION_SYNTAX: Unterminated string. → Correct this part of the expression.",
      "9:39 exlets.a[6].data.x error EXPRESSION_SYNTAX: The expression ends too early. → Complete it, or remove what is left over at its end.",
      "10:63 exlets.a[7].compensate.with.cost error EXPRESSION_SYNTAX: The expression ends too early. → Complete it, or remove what is left over at its end.",
      "10:84 exlets.a[7].compensate.into.y error EXPRESSION_SYNTAX: The expression ends too early. → Complete it, or remove what is left over at its end.",
    ],
  },
  {
    title: "[NUMBER10] a case number is a text or a whole number, and an expression that fits the data",
    yaml: `
      exlets:
        a: [ { start: concert, case: 42 }, { start: concert, case: '"VIN-42"' }, { start: concert, case: family.number } ]
        b: [ { start: concert, case: true }, { start: concert, case: }, { start: concert, case: event.number } ]
        c: [ { start: concert, case: 'event.number > 3' }, { start: concert, case: 1 + }, { start: concert, case: false } ]
    `,
    told: [
      "4:32 exlets.c[0].case error TYPE_MISMATCH: A case number is a text or a whole number, but this gives a boolean. → Write 'case: new' for a family of its own, or an expression that gives a case number.",
      "4:81 exlets.c[1].case error EXPRESSION_SYNTAX: The expression ends too early. → Complete it, or remove what is left over at its end.",
      "4:109 exlets.c[2].case error TYPE_MISMATCH: A case number is a text or a whole number, but this gives a boolean. → Write 'case: new' for a family of its own, or an expression that gives a case number.",
    ],
  },
  {
    title: "[CHK7] what goes into a worklet is there and fits, and it gets what it needs",
    yaml: `
      exlets:
        a:
          - compensate: { worklet: change-venue, with: { venue: x, cost: '"much"', seating: event.seats } }
          - { compensate: change-venue, with: { costs: 1 } }
          - { start: refund, with: { reason: '"rain"' } }
          - compensate: { worklet: refund, with: { amount: 1 }, into: { x: amuont, y: amount + 1 } }
    `,
    told: [
      "3:59 exlets.a[0].compensate.with.venue error UNKNOWN_FIELD: There is no 'venue' among the data of the process 'change-venue'. → It has venueName, seating, cost.",
      "3:68 exlets.a[0].compensate.with.cost error TYPE_MISMATCH: 'cost' of the process 'change-venue' is a number, but this gives a string. → Convert the value, or change the type.",
      "4:50 exlets.a[1].with.costs error UNKNOWN_FIELD: There is no 'costs' among the data of the process 'change-venue'. → Did you mean 'cost'?",
      "5:16 exlets.a[2].start warning MISSING_INPUT: The process 'refund' needs 'amount' to start, and nothing here gives it. → Give it: 'with: { amount: … }'.",
      "6:70 exlets.a[3].compensate.into.x error UNKNOWN_NAME: There is no `amuont` here. → Did you mean `amount`?",
    ],
  },
  {
    title: "[CHK8] where a rule has an exlet run, its data is known and steps are checked against it",
    yaml: `
      exlets:
        a:
          - set: { venue: '"x"', seating: '"many"', isOpen: ticketsSold > 1 }
          - compensate: { worklet: refund, with: { amount: seating }, into: { venue: amount, venueName: amount } }
          - { compensate: refund }
          - { ask: Where?, into: venu }
          - { notify: ann, text: '{{venue}}' }
          - { complete: item, data: { ticketsSold: '"x"', seating: 3, result: 1 } }
      rules:
        - { on: Timeout, at: concert/sellTickets, then: a }
        - { on: itemAbort, at: concert, then: a }
    `,
    told: [
      "3:21 exlets.a[0].set.venue error UNKNOWN_VARIABLE: There is no 'venue' among the data of the process 'concert'. → It has venueName, seating, ticketsSold, isOpen, showDate, lines.",
      "3:37 exlets.a[0].set.seating error TYPE_MISMATCH: 'seating' of the process 'concert' is a whole number, but this gives a string. → Convert the value, or change the type.",
      "4:80 exlets.a[1].compensate.into.venue error UNKNOWN_VARIABLE: There is no 'venue' among the data of the process 'concert'. → It has venueName, seating, ticketsSold, isOpen, showDate, lines.",
      "4:99 exlets.a[1].compensate.into.venueName error TYPE_MISMATCH: 'venueName' of the process 'concert' is text, but this gives a number. → Convert the value, or change the type.",
      "5:21 exlets.a[2].compensate warning MISSING_INPUT: The process 'refund' needs 'amount' to start, and nothing here gives it. → Give it: 'with: { amount: … }'.",
      "5:21 exlets.a[2].compensate warning TYPE_MISMATCH: 'seating' is passed on by name, but 'concert' and 'refund' have different types for it. → Say by 'with' and 'into' what is passed on, or rename one of the two.",
      "6:28 exlets.a[3].into error UNKNOWN_VARIABLE: There is no 'venu' among the data of the process 'concert'. → Declare it under 'data'.",
      "7:31 exlets.a[4].text error UNKNOWN_NAME: There is no `venue` here. → Known here: venueName, seating, ticketsSold, isOpen, showDate, lines, now, case, family, notReady, ready, executing.",
      "8:46 exlets.a[5].data.ticketsSold error TYPE_MISMATCH: 'ticketsSold' of the task 'sellTickets' is a whole number, but this gives a string. → Convert the value, or change the type.",
      "8:62 exlets.a[5].data.seating error UNKNOWN_FIELD: There is no 'seating' among the data of the task 'sellTickets'. → It has ticketsSold, result.",
    ],
  },
  {
    title: "[CHK8] an exlet that was there before is checked where the new rule is",
    yaml: `
      rules:
        - { on: timeout, at: concert/doShow, then: count-up }
        - { on: timeout, at: concert, then: move }
        - { on: timeout, at: everywhere, then: count-up }
    `,
    told: [
      "2:46 rules[0].then error UNKNOWN_VARIABLE: In the exlet 'count-up': There is no 'counter' among the data of the process 'concert'. → It has venueName, seating, ticketsSold, isOpen, showDate, lines.",
    ],
  },
  {
    title: "[CHK9] a rule stands at something, on something, and says something that is there",
    yaml: `
      rules:
        - { on: itemPre, at: conzert, then: move }
        - { on: itemPre, at: concert/doShwo, then: mov }
        - { on: itemPre, at: concert/both, then: xyzzy }
        - { on: PcFailur, at: concert, then: move }
        - { on: change_request, at: concert, then: nothing }
        - { on: called, at: concert, then: nothing }
        - { on: itemPost, at: concert/stage, then: nothing }
    `,
    told: [
      "2:24 rules[0].at error UNKNOWN_PROCESS: There is no process 'conzert'. → Did you mean 'concert'?",
      "3:24 rules[1].at error UNKNOWN_TASK: The process 'concert' has no task or activity 'doShwo'. → Did you mean 'doShow'?",
      "3:46 rules[1].then error UNKNOWN_EXLET: There is no exlet 'mov'. → Did you mean 'move'?",
      "4:24 rules[2].at error UNKNOWN_TASK: 'both' is a block of the process 'concert', neither a task nor an activity. → Name a task, or put the block into an activity.",
      "4:44 rules[2].then error UNKNOWN_EXLET: There is no exlet 'xyzzy'. → Write it under 'exlets', or 'then: nothing' if nothing is to be done.",
      "5:11 rules[3].on warning UNKNOWN_CLASS: There is no checkpoint, class or pattern 'PcFailur', so these rules wait for a plain event of that name. → Did you mean 'PcFailure'?",
    ],
  },
  {
    title: "[CHK10] conditions are checked against the data of the newest process, and are true or false",
    yaml: `
      rules:
        - on: itemPre
          at: concert/doShow
          tree:
            - if: ticketSold < seating
              then: move
              except:
                - { if: seating, then: move }
                - { if: venueName > 3, then: move }
                - { if: line.sku == "a", then: move }
            - { if: 'showDate < now && "a" in done && count("a") > 1 && items.exists(i, i.held) && external.weather.wind > 3', then: move }
            - { if: 'item.data.x > 3 && item.status == "enabled" && agent.id == "ann" && history.exists(h, h.event == "x")', then: move }
        - { on: itemPre, at: concert/pack, if: line.sku == "a" && line.size > 3, then: nothing }
        - { on: itemPre, at: concert, if: line.sku == "a", then: nothing }
        - { on: itemPre, at: everywhere, if: 'anything > 3 && seating + ', then: nothing }
        - { on: itemPost, at: everywhere, if: anything > 3, then: nothing }
        - { on: PcFailure, at: concert, if: event.computr == "a" && event.memory > 3 && event.class == "PcFailure", then: nothing }
        - { on: ItemTrigger, at: concert, if: event.computr == "a", then: nothing }
        - { on: Timeout, at: concert, if: event.what == "a", then: nothing }
    `,
    told: [
      "5:13 rules[0].tree[0].if error UNKNOWN_NAME: There is no `ticketSold` here. → Did you mean `ticketsSold`?",
      "8:19 rules[0].tree[0].except[0].if error TYPE_MISMATCH: What is needed is a boolean, but `seating` is a number. → Compare it with something, for example with `==`.",
      "9:19 rules[0].tree[0].except[1].if error TYPE_MISMATCH: `>` cannot compare string with number: `venueName > 3`. → Compare values of the same type, or convert one of them.",
      "10:19 rules[0].tree[0].except[2].if error UNKNOWN_NAME: There is no `line` here. → Did you mean `lines`?",
      "13:61 rules[1].if error UNKNOWN_FIELD: `line` has no field `size`. → It has sku.",
      "15:67 rules[3].if error EXPRESSION_SYNTAX: The expression ends too early. → Complete it, or remove what is left over at its end.",
      "17:39 rules[5].if error UNKNOWN_FIELD: `event` has no field `computr`. → Did you mean `computer`?",
    ],
  },
  {
    title: "[CHK11] where the event is one of a case, no step acts on an item",
    yaml: `
      rules:
        - { on: casePre, at: concert, then: move }
        - { on: BandBrokenUp, at: everywhere, then: [ { set: { x: 1 } }, { remove: item } ] }
        - { on: casePost, at: concert, then: [ { suspend: case }, { continue: case } ] }
        - { on: PcFailure, at: concert, then: move }
        - { on: caseTrigger, at: concert/doShow, then: nothing }
    `,
    told: [
      "2:39 rules[0].then error ITEM_STEP_AT_CASE: The exlet 'move' would 'suspend: item', but 'casePre' happens to a case, where there is no item. → Act on the case, or write the rule for items.",
      "3:78 rules[1].then[1].remove error ITEM_STEP_AT_CASE: These steps would 'remove: item', but 'BandBrokenUp' happens to a case, where there is no item. → Act on the case, or write the rule for items.",
      "6:28 rules[4].at warning NEVER_ASKED: 'CaseTrigger' happens to a case, so a tree at the task 'doShow' is never asked. → Write 'at:' with the process alone.",
    ],
  },
  {
    title: "[CHK12] worklets are selected for tasks bound late, are there and get what they need",
    yaml: `
      rules:
        - { on: select, at: concert/sellTickets, then: change-venue }
        - { on: select, at: concert/doShow, then: [ chang-venue, { worklet: change-venue, with: { cots: 1 } } ] }
        - { on: select, at: concert, then: { worklet: change-venue, into: { venueName: cost, x: cost } } }
        - { on: select, at: everywhere, then: refund }
        - { on: select, at: concert/stage, then: refund }
    `,
    told: [
      "2:23 rules[0].at warning SELECT_NOT_NOMINATED: The task 'sellTickets' is not bound late, so no worklet is selected for it. → Say 'select: true' on the task.",
      "3:47 rules[1].then[0] error UNKNOWN_PROCESS: There is no process 'chang-venue'. → Did you mean 'change-venue'?",
      "3:99 rules[1].then[1].with.cots error UNKNOWN_FIELD: There is no 'cots' among the data of the process 'change-venue'. → Did you mean 'cost'?",
      "4:82 rules[2].then.into.venueName error TYPE_MISMATCH: 'venueName' of the process 'concert' is text, but this gives a number. → Convert the value, or change the type.",
      "4:91 rules[2].then.into.x error UNKNOWN_VARIABLE: There is no 'x' among the data of the process 'concert'. → It has venueName, seating, ticketsSold, isOpen, showDate, lines.",
      "6:44 rules[4].then warning MISSING_INPUT: The process 'refund' needs 'amount' to start, and nothing here gives it. → Give it: 'with: { amount: … }'.",
      "6:44 rules[4].then warning TYPE_MISMATCH: 'seating' is passed on by name, but 'concert' and 'refund' have different types for it. → Say by 'with' and 'into' what is passed on, or rename one of the two.",
    ],
  },
  {
    title: "[CHK13] steps in place are told where they stand",
    yaml: `
      rules:
        - on: timeout
          at: concert/doShow
          tree:
            - if: isOpen
              then:
                - continue: item
                - { notify: ann, text: '{{venue}}' }
                - compensate: [ { worklet: refund, with: { amount: venueName } } ]
    `,
    told: [
      "7:23 rules[0].tree[0].then[0].continue error CONTINUE_WITHOUT_SUSPEND: Nothing before this step suspends the item, so there is nothing to continue. → Put 'suspend: item' before it, or remove it; 'continue' lifts only what the same exlet holds.",
      "8:37 rules[0].tree[0].then[1].text error UNKNOWN_NAME: There is no `venue` here. → Known here: venueName, seating, ticketsSold, isOpen, showDate, lines, now, case, family, notReady, ready, executing.",
      "9:38 rules[0].tree[0].then[2].compensate[0].worklet warning TYPE_MISMATCH: 'seating' is passed on by name, but 'concert' and 'refund' have different types for it. → Say by 'with' and 'into' what is passed on, or rename one of the two.",
      "9:62 rules[0].tree[0].then[2].compensate[0].with.amount error TYPE_MISMATCH: 'amount' of the process 'refund' is a number, but this gives a string. → Convert the value, or change the type.",
    ],
  },
  {
    title: "[CHK14] parameters of an event raised are those of its class",
    yaml: `
      exlets:
        a:
          - { raise: PcFailure, with: { computer: 3, memori: 4 } }
          - { raise: BandBrokenUp, with: { why: '"money"' } }
    `,
    told: [
      "3:45 exlets.a[0].with.computer error TYPE_MISMATCH: 'computer' of the class 'PcFailure' is text, but this gives a number. → Convert the value, or change the type.",
      "3:56 exlets.a[0].with.memori warning UNKNOWN_FIELD: There is no 'memori' among the data of the class 'PcFailure'. → Did you mean 'memory'?",
    ],
  },
  {
    title: "[NEEDS8] needs in steps fit the case, where it is known",
    yaml: `
      exlets:
        a:
          - { retry: item, with: { when: agent.cost < anything, unit: venueName, notWhoDid: xyzzy } }
          - { retry: item, with: { when: agent.cost < } }
          - { amend: item, needs: { agent: boss.name + 1 +, order: agent.cost } }
          - { amend: the boss, capability: sign }
          - { amend: event.who, capability: sign }
      rules:
        - on: itemPre
          at: concert/doShow
          then: [ { retry: item, with: { when: agent.cost < anything } }, { amend: item, needs: { unit: venueNam.x, when: 'result("a")' } } ]
        - { on: itemPre, at: concert/pack, then: [ { amend: item, needs: { agent: line.sku, unit: line.sko } } ] }
    `,
    told: [
      "4:48 exlets.a[1].with.when error EXPRESSION_SYNTAX: The expression ends too early. → Complete it, or remove what is left over at its end.",
      "5:53 exlets.a[2].needs.agent error EXPRESSION_SYNTAX: The expression ends too early. → Complete it, or remove what is left over at its end.",
      "6:20 exlets.a[3].amend error EXPRESSION_SYNTAX: `boss` was not expected here. → Remove it, or write what is missing before it.",
      "11:55 rules[0].then[0].with.when error UNKNOWN_NAME: There is no `anything` here. → Known here: now, case, family, notReady, ready, executing, suspended, done, aborted, item, venueName, seating.",
      "11:99 rules[0].then[1].needs.unit error UNKNOWN_NAME: There is no `venueNam` here. → Did you mean `venueName`?",
      "11:118 rules[0].then[1].needs.when error UNKNOWN_FUNCTION: There is no function `result` here. → Write what it gives into a variable, and use that here.",
      "12:93 rules[1].then[0].needs.unit error UNKNOWN_FIELD: `line` has no field `sko`. → Did you mean `sku`?",
    ],
  },
  {
    title: "[NEEDS9] needs of an item are amended, and somebody waited for, only where there is an item",
    yaml: `
      exlets:
        a: [ { skip: item }, { amend: item, needs: { role: clerk } } ]
        b: [ { fail: item }, { wait: item } ]
        c: [ { fail: item }, { amend: bob, capability: sign } ]
      rules:
        - { on: casePre, at: concert, then: [ { wait: item } ] }
        - { on: BandBrokenUp, at: concert, then: [ { amend: item, needs: {} } ] }
        - { on: casePost, at: concert, then: [ { amend: bob, capability: sign } ] }
    `,
    told: [
      "2:33 exlets.a[1].amend error STEP_AFTER_END: 'amend: item' comes after 'skip: item', when the item is gone. → Put it before 'skip: item', or remove it.",
      "3:32 exlets.b[1].wait error STEP_AFTER_END: 'wait: item' comes after 'fail: item', when the item is gone. → Put it before 'fail: item', or remove it.",
      "6:49 rules[0].then[0].wait error ITEM_STEP_AT_CASE: These steps would 'wait: item', but 'casePre' happens to a case, where there is no item. → Act on the case, or write the rule for items.",
      "7:55 rules[1].then[0].amend error ITEM_STEP_AT_CASE: These steps would 'amend: item', but 'BandBrokenUp' happens to a case, where there is no item. → Act on the case, or write the rule for items.",
    ],
  },
  {
    title: "[CLS7] every class is one that is there, and none is itself by a detour",
    yaml: `
      exceptions:
        A: { is: B }
        B: { is: C }
        C: { is: A }
        D: { is: A }
        E: { is: PcFailur }
        F: { is: F }
        G: { is: PcFailure }
    `,
    told: [
      "2:12 exceptions.A.is error CLASS_CYCLE: 'A' is itself by a detour: A is B is C is A. → Let one of them be 'Exception'.",
      "3:12 exceptions.B.is error CLASS_CYCLE: 'B' is itself by a detour: B is C is A is B. → Let one of them be 'Exception'.",
      "4:12 exceptions.C.is error CLASS_CYCLE: 'C' is itself by a detour: C is A is B is C. → Let one of them be 'Exception'.",
      "6:12 exceptions.E.is error UNKNOWN_CLASS: There is no class 'PcFailur' for 'E' to be. → Did you mean 'PcFailure'?",
      "7:12 exceptions.F.is error CLASS_CYCLE: 'F' is itself by a detour: F is F. → Let one of them be 'Exception'.",
    ],
  },
  {
    title: "[MOVE17] what a jump leads to is there, and it does not lead to the same check again",
    yaml: `
      exlets:
        a: [ { jump: doShow } ]
        b: [ { jump: both }, { set: { seating: 1 } }, { skip: item } ]
        c: [ { remove: case }, { jump: a } ]
        d: [ { suspend: item }, { jump: a } ]
      rules:
        - { on: itemPre, at: concert/doShow, tree: [ { if: isOpen, then: a } ] }
        - { on: itemPre, at: concert/a, tree: [ { if: isOpen, then: [ { set: { isOpen: "false" } }, { jump: a } ] } ] }
        - { on: itemPre, at: concert/build, tree: [ { if: isOpen, then: [ { jump: sellTickets } ] } ] }
        - { on: itemPost, at: concert/doShow, tree: [ { if: isOpen, then: [ { jump: doSho } ] } ] }
    `,
    told: [
      "3:57 exlets.b[2].skip error STEP_AFTER_END: 'skip: item' comes after 'jump', when the item is gone. → Put it before 'jump', or remove it.",
      "4:34 exlets.c[1].jump error STEP_AFTER_END: 'jump' comes after 'remove: case', when the case is gone. → Put it before 'remove: case', or remove it.",
      "7:68 rules[0].tree[0].then warning JUMP_MAY_LOOP: Going on at 'doShow' leads to 'doShow' again with nothing done in between, so the same rule holds again. → Go on further back, change the data first, or ask somebody.",
      "10:79 rules[3].tree[0].then[0].jump error UNKNOWN_TASK: The process 'concert' has no task, activity or block 'doSho' to jump to. → Did you mean 'doShow'?",
    ],
  },
  {
    title: "[CHK15] a step that cannot be read hides nothing of the others, and nothing is concluded from its absence",
    yaml: `
      exlets:
        a: [ { suspend: item }, { compensate: xyzzy }, { continu: item } ]
        b: [ { suspnd: item }, { continue: item } ]
        c: [ { pause: item }, { suspend: workitem }, { remove: item }, { restart: item } ]
      rules:
        - { on: itemPre, at: concert/doShow, then: [ { tell: bob }, { jump: nowhere } ] }
    `,
    told: [
      "2:41 exlets.a[1].compensate error UNKNOWN_PROCESS: There is no process 'xyzzy'. → Deploy it before, or with this.",
      "2:52 exlets.a[2].continu error UNKNOWN_STEP: There is no step 'continu'. → Did you mean 'continue'?",
      "3:10 exlets.b[0].suspnd error UNKNOWN_STEP: There is no step 'suspnd'. → Did you mean 'suspend'?",
      "4:10 exlets.c[0].pause error UNKNOWN_STEP: There is no step 'pause'. → Did you mean 'suspend'?",
      "4:36 exlets.c[1].suspend error UNKNOWN_PROCESS: There is no process 'workitem'. → Deploy it before, or with this.",
      "4:77 exlets.c[3].restart error STEP_AFTER_END: 'restart: item' comes after 'remove: item', when the item is gone. → Put it before 'remove: item', or remove it.",
      "6:50 rules[0].then[0].tell error UNKNOWN_STEP: There is no step 'tell'. → Did you mean 'notify'?",
      "6:71 rules[0].then[1].jump error UNKNOWN_TASK: The process 'concert' has no task, activity or block 'nowhere' to jump to. → Look its name up in the newest version of the process.",
    ],
  },
]

test.each(mistakes)("$title", ({ yaml, told }) => {
  expect(checking(yaml, before)).toEqual(told)
})
