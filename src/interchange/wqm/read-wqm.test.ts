import { describe, expect, test } from "vitest"
import { readBundle } from "../../model/bundle.ts"
import { NAME_RULE } from "../../model/names.ts"
import { examine } from "../../runtime/examining.ts"
import { foreignSource } from "../foreign-source.ts"
import { readWqm } from "./read-wqm.ts"

const bundleOf = (inside: string) =>
  readBundle([{ name: "a.wqm.xml", text: `<wqm>${inside}</wqm>` }], foreignSource).documents[0]

/** Everything told about a document when it is read and checked, a line each. */
function told(xml: string): readonly string[] {
  return examine([{ name: "a.xml", text: xml }]).findings.map(
    ({ place, severity, code, message, remedy }) =>
      `${place.line}:${place.column} ${severity} ${code}: ${message} → ${remedy}`,
  )
}

describe("ESP rules of several workflows", () => {
  const two = (rules: string) =>
    `<wqm version="1"><workflow name="a"><task name="A"/></workflow><workflow name="b"><task name="B"/></workflow>
<meta_workflow name="m"><resume workflow="a"/></meta_workflow><esp_rules>
${rules}
</esp_rules></wqm>`
  const rule = (workflow: string, event: string) => `<rule workflow="${workflow}" event="${event}" meta_workflow="m"/>`
  const orders = (rules: string) => told(two(rules)).filter((line) => line.includes("CAPTURE_ORDER"))

  test("[WQM13] a report says where their order in the file is not kept", () => {
    expect(orders(`${rule("a", "cancel")}\n${rule("b", "cancel")}`)).toEqual([
      expect.stringMatching(
        /^4:\d+ warning CAPTURE_ORDER: Rules of 'a', 'b' are about 'cancel'\..*captures the event\./,
      ),
    ])
    expect(orders(`${rule("b", "Done(A)")}\n${rule("a", "Done(A)")}`)).toHaveLength(1)
    expect(orders(`${rule("a", "Done(A)")}\n${rule("b", "Done(A)")}\n${rule("a", "Done(A)")}`)).toHaveLength(1)
  })

  test("[WQM13] and nothing where it is", () => {
    expect(orders(`${rule("a", "Done(A)")}\n${rule("b", "Done(A)")}`)).toEqual([])
    expect(orders(`${rule("a", "cancel")}\n${rule("b", "change")}\n${rule("a", "cancel")}`)).toEqual([])
  })
})

describe("a base workflow in XML", () => {
  test("[WQM1] its blocks, names, titles and conditions", () => {
    const xml = `<workflow name="order" title="An order" deadline="P30D" result="verdict">
      <while_do name="loop" condition="!approved">
        <choice name="kind" title="Which kind"><when condition="isNew"><task name="A1"/></when><otherwise><task name="A2"/></otherwise></choice>
        <sequence name="both"><task name="B"/></sequence>
      </while_do>
      <task name="C" title="Send it" role="clerk" reads="approved isNew" writes="" deadline="2026-01-05"/>
      <task name="D" worker="charge-card"/>
    </workflow>`
    expect(bundleOf(xml)).toEqual({
      processes: [
        {
          process: "order",
          title: "An order",
          deadline: "P30D",
          result: "verdict",
          flow: [
            {
              while: "loop",
              when: "!approved",
              do: [
                {
                  choice: "kind",
                  title: "Which kind",
                  cases: [{ when: "isNew", do: [{ task: "A1" }] }, { otherwise: [{ task: "A2" }] }],
                },
                { sequence: "both", do: [{ task: "B" }] },
              ],
            },
            {
              task: "C",
              title: "Send it",
              needs: { role: "clerk" },
              reads: ["approved", "isNew"],
              writes: [],
              deadline: "2026-01-05",
            },
            { task: "D", worker: "charge-card" },
          ],
        },
      ],
    })
  })

  test("[WQM1] [WQM14] data of every type; it is shared unless it says otherwise", () => {
    const xml = `<workflow name="p"><data>
        <variable name="plain" type="string" shared="false"/>
        <variable name="common" type="string"/>
        <variable name="seats" type="integer" title="Seats" default="25000" required="true" min="0" max="1e5" class="Venue" shared="true"/>
        <variable name="text" type="string" default="true"><allowed value="true"/><allowed value=" x "/></variable>
        <variable name="anything" type="any" default='{"a": [1, "b", null]}'/>
        <variable name="tags" type="list" default='["a"]' max="3"><element type="string" min="1"/></variable>
        <variable name="lines" type="list"><element type="object"><field name="sku" type="string"/><field name="qty" type="integer" default="1"/></element></variable>
      </data><task name="a"/></workflow>`
    expect(bundleOf(xml)).toEqual({
      processes: [
        {
          process: "p",
          data: {
            plain: "string",
            common: { type: "string", shared: true },
            seats: {
              type: "integer",
              title: "Seats",
              default: 25000,
              required: true,
              min: 0,
              max: 100000,
              class: "Venue",
              shared: true,
            },
            text: { type: "string", default: "true", enum: ["true", " x "], shared: true },
            anything: { type: "any", default: { a: [1, "b", null] }, shared: true },
            tags: { list: { type: "string", min: 1 }, default: ["a"], max: 3, shared: true },
            lines: { list: { object: { sku: "string", qty: { type: "integer", default: 1 } } }, shared: true },
          },
          flow: [{ task: "a" }],
        },
      ],
    })
  })

  test("[WQM2] each block of a parallel is a branch; a sequence without a name is one of several blocks", () => {
    const xml = `<workflow name="p"><parallel name="join">
        <task name="a"/>
        <sequence><task name="b"/><task name="c"/></sequence>
        <sequence name="named"><task name="d"/></sequence>
        <sequence/>
        <sequence><sequence><task name="e"/><task name="f"/></sequence></sequence>
      </parallel></workflow>`
    expect(bundleOf(xml)).toEqual({
      processes: [
        {
          process: "p",
          flow: [
            {
              parallel: "join",
              branches: [
                [{ task: "a" }],
                [{ task: "b" }, { task: "c" }],
                [{ sequence: "named", do: [{ task: "d" }] }],
                [],
                [{ sequence: null, do: [{ task: "e" }, { task: "f" }] }],
              ],
            },
          ],
        },
      ],
    })
  })
})

test("[WQM3] a meta workflow is an exlet of meta activities", () => {
  const xml = `<meta_workflow name="m1"><suspend workflow="wf1"/><suspend workflow="wf1" task="A"/><wait_and_suspend workflow="wf1"/>
      <wait_and_suspend workflow="wf1" task="A"/><start workflow="wf2"/><start workflow="wf3" case="new"/>
      <start workflow="wf3" case="42"/><start workflow="wf3" case="'VIN-' + vin"/></meta_workflow>
    <meta_workflow name="m2" title="Go on"><resume workflow="wf1"/><resume workflow="wf1" task="A"/><resume workflow="wf1" task="A+"/>
      <terminate workflow="wf1"/></meta_workflow>`
  expect(bundleOf(xml)).toEqual({
    exlets: {
      m1: [
        { suspend: "wf1" },
        { suspend: "wf1/A" },
        { waitAndSuspend: "wf1" },
        { waitAndSuspend: "wf1/A" },
        { start: "wf2" },
        { start: "wf3", case: "new" },
        { start: "wf3", case: "42" },
        { start: "wf3", case: "'VIN-' + vin" },
      ],
      m2: {
        title: "Go on",
        steps: [{ resume: "wf1" }, { resume: "wf1/A" }, { resume: "wf1/A+" }, { terminate: "wf1" }],
      },
    },
  })
})

describe("ESP rules in XML", () => {
  test("[WQM4] follow each other as they stand, a list for each run of a workflow", () => {
    const xml = `<esp_rules>
        <rule workflow="wf1" event="Done(B3)" state='"B2" in done' meta_workflow="m1" title="Too much"/>
        <rule workflow="wf1" event="Cancel" meta_workflow="m2"/>
        <rule workflow="wf2" event="done(wf2)" meta_workflow="m3"/>
        <rule workflow="wf1" event="change" meta_workflow="nothing"/>
      </esp_rules>`
    expect(bundleOf(xml)).toEqual({
      rules: [
        {
          at: "wf1",
          first: [
            { on: "done(B3)", if: '"B2" in done', then: "m1", title: "Too much" },
            { on: "Cancel", then: "m2" },
          ],
        },
        { at: "wf2", first: [{ on: "done(wf2)", then: "m3" }] },
        { at: "wf1", first: [{ on: "change", then: "nothing" }] },
      ],
    })
  })

  test("[WQM4] a later rule for the same event is the else of those before", () => {
    const xml = `<esp_rules><rule workflow="wf1" event="Cancel" state="a" meta_workflow="m1"/><rule workflow="wf2" event="Cancel" meta_workflow="m2"/></esp_rules>
      <esp_rules><rule workflow="wf1" event="Cancel" meta_workflow="m3"/></esp_rules>`
    expect(bundleOf(xml)).toEqual({
      rules: [
        {
          at: "wf1",
          first: [
            { on: "Cancel", if: "a", then: "m1" },
            { on: "Cancel", then: "m3" },
          ],
        },
        { at: "wf2", first: [{ on: "Cancel", then: "m2" }] },
      ],
    })
  })

  test("[WQM5] a document or a rule says in which notation it is", () => {
    const rule = `<rule workflow="wf1" event="done(wf4)" state="result = 'okay'" meta_workflow="m"/>`
    const other = `<rule workflow="wf1" event="x" state='"A" in done' meta_workflow="m" notation="cel"/>`
    const xml = `<wqm notation="esp"><workflow name="p"><while_do condition="not approved"><task name="a"/></while_do></workflow><esp_rules>${rule}${other}</esp_rules></wqm>`
    const [document] = readWqm("a.xml", xml).documents
    expect(document?.value).toEqual({
      processes: [{ process: "p", flow: [{ while: null, when: "!approved", do: [{ task: "a" }] }] }],
      rules: [
        {
          at: "wf1",
          first: [
            { on: "done(wf4)", if: 'result("wf4") == "okay"', then: "m" },
            { on: "x", if: '"A" in done', then: "m" },
          ],
        },
      ],
    })
  })
})

describe("what is wrong with a document", () => {
  test("[WQM6] is told all at once, line by line", () => {
    const xml = `<wqm version="2" notaton="esp">
  <workflow title="x">
    <tsk name="a"/>
    <task name="a b" needs="x">do it</task>
    <task/>
    <data/>
    <while_do><task name="b"/></while_do>
    <choice><otherwise/><when condition="true"/></choice>
    <parallel/>
  </workflow>
  <workflow name="q">
    <data>
      <variable name="n" type="integr"/>
      <variable name="m" type="integer" default="x" required="yes" min="1,5"/>
      <variable name="m" type="string"/>
      <variable name="o" type="string"><field name="f" type="any"/></variable>
      <variable name="l" type="list"/>
      <variable name="case" type="any"/>
    </data>
    <task name="c"/>
  </workflow>
  <meta_workflow name="m"><suspend workflow="case"/><start workflow="q" case="4 +"/><resume workflow="q" task="c++"/><suspend/></meta_workflow>
  <meta_workflow name="m"/>
  <esp_rules><rule workflow="everywhere" event="x" meta_workflow="m"/><rule workflow="role:q" event="x" meta_workflow="m"/></esp_rules>
</wqm>`
    expect(told(xml)).toEqual([
      "1:15 error NOT_ALLOWED: 'version' cannot be '2'. → Write 1.",
      "1:18 error UNKNOWN_ATTRIBUTE: The attribute 'notaton' means nothing on <wqm>. → Did you mean 'notation'?",
      "2:3 error MISSING_ATTRIBUTE: The attribute 'name' is missing on <workflow>. → Write name=\"…\".",
      "3:5 error UNKNOWN_ELEMENT: The element '<tsk>' means nothing in <workflow>. → Did you mean 'task'?",
      `4:17 error BAD_NAME: 'name' cannot be 'a b'. → ${NAME_RULE}`,
      "4:22 error UNKNOWN_ATTRIBUTE: The attribute 'needs' means nothing on <task>. → Known here: name, title, role, worker, reads, writes, deadline.",
      "4:32 error STRAY_TEXT: Text means nothing in <task>. → Put it into an attribute or a comment.",
      "5:5 error MISSING_ATTRIBUTE: The attribute 'name' is missing on <task>. → Write name=\"…\".",
      "6:5 error MISPLACED_ELEMENT: <data> stands too late in <workflow>. → Put it before <task>, <sequence>, <parallel>, <choice>, <while_do>.",
      "7:5 error MISSING_ATTRIBUTE: The attribute 'condition' is missing on <while_do>. → Write condition=\"…\".",
      "8:25 error MISPLACED_ELEMENT: <when> stands too late in <choice>. → Put it before <otherwise>.",
      "9:5 error MISSING_ELEMENT: There is nothing to do in <parallel>. → Put in at least one of <task>, <sequence>, <parallel>, <choice>, <while_do>.",
      "13:32 error NOT_ALLOWED: 'type' cannot be 'integr'. → Did you mean 'integer'?",
      "14:50 error BAD_VALUE: 'x' is no value that can be read as 'integer'. → Write it as in JSON, such as 25, true or [1, 2].",
      "14:63 error NOT_ALLOWED: 'required' cannot be 'yes'. → Write true or false.",
      "14:73 error WRONG_KIND: 'min' cannot be '1,5'. → Write a number here.",
      "15:23 error DUPLICATE_NAME: The variable 'm' stands here a second time. → Remove one of the two.",
      "16:40 error CONTRADICTION: <field> stands in a <variable> of type 'string'. → Write type=\"object\".",
      '17:7 error CONTRADICTION: There is a list of nothing. → Say of what: <element type="…"/>.',
      "18:23 error RESERVED_NAME: A variable cannot be 'case': the word has a meaning in every expression. → Choose another name, such as 'theCase'.",
      "22:46 error RESERVED_NAME: A workflow cannot be 'case': in an exlet the word means something else. → Name a workflow.",
      "22:82 error EXPRESSION_SYNTAX: The expression ends too early. → Complete it, or remove what is left over at its end.",
      `22:112 error BAD_NAME: 'task' cannot be 'c++'. → ${NAME_RULE} A '+' behind it means what follows.`,
      "22:118 error MISSING_ATTRIBUTE: The attribute 'workflow' is missing on <suspend>. → Write workflow=\"…\".",
      "23:24 error DUPLICATE_EXLET: There is already a meta workflow 'm' here. → Rename one of the two.",
      "24:30 error RESERVED_NAME: A workflow cannot be 'everywhere': as the place of a rule the word means something else. → Name the workflow the rule is for.",
      `24:87 error BAD_NAME: 'workflow' cannot be 'role:q'. → ${NAME_RULE}`,
    ])
  })

  test("[WQM6] what the words mean is looked at too, and a formula letter by letter", () => {
    const xml = `<wqm notation="esp">
  <workflow name="wf1">
    <data><variable name="budget" type="number"/></data>
    <task name="A"/><task name="A"/>
    <while_do condition="budget &lt; 3 and bugdet &gt; 4"><task name="B" reads="budget cost"/></while_do>
    <task name="C" deadline="tomorrow"/>
  </workflow>
  <meta_workflow name="m"><resume workflow="wf1" task="D"/><start workflow="wf9"/></meta_workflow>
  <esp_rules>
    <rule workflow="wf1" event="done(D)" state="A ∈ done
      ∧ bugdet > 3" meta_workflow="n"/>
    <rule workflow="wf1" event="doen(A)" state="A ∈ dnoe" meta_workflow="m"/>
    <rule workflow="wf1" event="started(A)" state='budget >> 3' notation="cel" meta_workflow="m"/>
  </esp_rules>
</wqm>`
    expect(told(xml)).toEqual([
      "4:33 error DUPLICATE_NAME: The name 'A' is already taken by flow[0].task. → Give each task, block and condition of a process a name of its own.",
      "5:44 error UNKNOWN_NAME: There is no `bugdet` here. → Did you mean `budget`?",
      '5:88 error UNKNOWN_VARIABLE: there is no "cost" among the process\'s data → Declare it under data, e.g. cost: string',
      "6:30 error BAD_DEADLINE: 'deadline' is 'tomorrow', which is neither a duration nor a date that exists. → Write a duration such as P30D, a date such as 2026-01-05, a datetime such as 2026-01-05T09:00:00Z, or { value: <expression> }.",
      "8:45 error UNKNOWN_TASK: The process 'wf1' has no task or activity 'D'. → Look its name up in the newest version of the process.",
      "8:77 error UNKNOWN_PROCESS: There is no process 'wf9'. → Did you mean 'wf1'?",
      "10:33 warning UNKNOWN_TASK: There is no task, block or process 'D', so 'done(…)' of it does not happen. → Look its name up in the newest version of the process.",
      "11:9 error UNKNOWN_NAME: There is no `bugdet` here. → Did you mean `budget`?",
      "11:36 error UNKNOWN_EXLET: There is no exlet 'n'. → Write it under 'exlets', or 'then: nothing' if nothing is to be done.",
      "12:33 error UNKNOWN_EVENT: There is no event 'doen(…)'. → Did you mean 'done'?",
      "12:53 error BAD_FORMULA: In 'state': 'dnoe' is no state. → Did you mean 'done'?",
      "13:60 error EXPRESSION_SYNTAX: `>` was not expected here. → Remove it, or write what is missing before it.",
    ])
  })

  test("[WQM6] names are unique over all files of a bundle, whatever they are written in", () => {
    const files = [
      { name: "a.yaml", text: "process: p\nflow: [ { task: a } ]\nexlets: { m: [ { start: p } ] }" },
      {
        name: "b.wqm.xml",
        text: '<wqm>\n<workflow name="p"><task name="a"/></workflow>\n<meta_workflow name="m"><start workflow="p"/></meta_workflow></wqm>',
      },
    ]
    expect(examine(files).findings.map(({ place, code, message }) => [place, code, message])).toEqual([
      [
        { file: "b.wqm.xml", line: 2, column: 17, path: "processes[0].process" },
        "DUPLICATE_PROCESS",
        "There is already a process 'p', in a.yaml, line 1.",
      ],
      [
        { file: "b.wqm.xml", line: 3, column: 22, path: "exlets.m" },
        "DUPLICATE_EXLET",
        "There is already an exlet 'm', in a.yaml, line 3.",
      ],
    ])
  })
})
