import { expect, test } from "vitest"
import { readBundle } from "../../model/bundle.ts"
import { foreignSource } from "../foreign-source.ts"
import { writeWqm } from "./write-wqm.ts"

const read = (name: string, text: string) => readBundle([{ name, text }], foreignSource)
const written = (yaml: string) => {
  const { text, findings } = writeWqm(read("a.yaml", yaml))
  const told = findings.map(
    ({ place, severity, message, remedy }) => `${place.line}:${place.column} ${severity}: ${message} → ${remedy}`,
  )
  return { text, told }
}

const leftOut = "has no place in WQM and is left out. → Say it in a bundle of YAML or JSON, or do without it."

test("[WQM8] whatever WQM has words for is written, an element a line", () => {
  const yaml = `
process: order
title: Orders & "more"
result: 'verdict'
data: { verdict: string, seats: { type: integer, default: 5, enum: [5, 6] }, lines: { list: { sku: string } } }
flow:
  - while: loop
    when: '!(verdict == "okay")'
    do:
      - choice:
        cases: [ { when: seats < 3, do: [ { task: A1 } ] }, { otherwise: [ { program: A2 } ] } ]
      - parallel: both
        title: "two\\nlines"
        branches: [ [ { task: B, needs: { role: clerk }, reads: [seats], writes: [] } ], [ { task: C, deadline: P1D }, { task: D } ], [] ]
  - [ { task: E } ]
exlets:
  stop: { title: Stop, steps: [ { suspend: order/B }, { start: order, case: new }, { start: order, case: B }, { resume: order/B+ } ] }
  wait: [ { waitAndSuspend: order }, { terminate: order } ]
rules:
  - on: Cancel
    at: order
    tree: [ { if: '"B" in done && seats > 3', then: stop, title: Late }, { if: true, then: nothing } ]
  - { on: timeout, at: order, then: wait }
`
  expect(written(yaml)).toEqual({
    text: `<?xml version="1.0" encoding="UTF-8"?>
<wqm version="1">
  <workflow name="order" title='Orders &amp; "more"' result="verdict">
    <data>
      <variable name="verdict" type="string" shared="false"/>
      <variable name="seats" type="integer" default="5" shared="false">
        <allowed value="5"/>
        <allowed value="6"/>
      </variable>
      <variable name="lines" type="list" shared="false">
        <element type="object">
          <field name="sku" type="string"/>
        </element>
      </variable>
    </data>
    <while_do name="loop" condition='!(verdict == "okay")'>
      <choice>
        <when condition="seats &lt; 3">
          <task name="A1"/>
        </when>
        <otherwise>
          <task name="A2" worker="A2"/>
        </otherwise>
      </choice>
      <parallel name="both" title="two&#10;lines">
        <task name="B" role="clerk" reads="seats" writes=""/>
        <sequence>
          <task name="C" deadline="P1D"/>
          <task name="D"/>
        </sequence>
        <sequence/>
      </parallel>
    </while_do>
    <sequence>
      <task name="E"/>
    </sequence>
  </workflow>
  <meta_workflow name="stop" title="Stop">
    <suspend workflow="order" task="B"/>
    <start workflow="order" case="new"/>
    <start workflow="order" case="B"/>
    <resume workflow="order" task="B+"/>
  </meta_workflow>
  <meta_workflow name="wait">
    <wait_and_suspend workflow="order"/>
    <terminate workflow="order"/>
  </meta_workflow>
  <esp_rules>
    <rule workflow="order" event="Cancel" state='"B" in done &amp;&amp; seats > 3' meta_workflow="stop" title="Late"/>
    <rule workflow="order" event="Cancel" meta_workflow="nothing"/>
    <rule workflow="order" event="Timeout" meta_workflow="wait"/>
  </esp_rules>
</wqm>
`,
    told: [],
  })
})

test("[WQM8] rules are written in the order they were, whatever they are about", () => {
  const yaml = `
rules:
  - at: p
    first: [ { on: done(A), if: x, then: m1 }, { on: Cancel, then: m2 }, { on: done(A), then: m3 } ]
  - { at: q, first: [ { on: Cancel, then: m4 } ] }
  - { at: p, on: done(B), then: m5 }
`
  const { text } = writeWqm(read("a.yaml", yaml))
  expect([...text.matchAll(/meta_workflow="(..)"/g)].map((match) => match[1])).toEqual(["m1", "m2", "m3", "m4", "m5"])
})

test("[WQM9] a detail is left out by itself, and said", () => {
  const yaml = `process: p
owner: ann
budget: 5
data: { n: number }
flow:
  - { task: a, cost: 3, needs: { role: clerk, offer: one }, deadline: { value: "duration('P1D')" } }
exlets: { m: { steps: [ { suspend: p } ], deadline: P1D, budget: 5, solves: false } }
`
  expect(written(yaml)).toEqual({
    text: `<?xml version="1.0" encoding="UTF-8"?>
<wqm version="1">
  <workflow name="p">
    <data>
      <variable name="n" type="number" shared="false"/>
    </data>
    <task name="a"/>
  </workflow>
  <meta_workflow name="m">
    <suspend workflow="p"/>
  </meta_workflow>
</wqm>
`,
    told: [
      `2:8 warning: 'owner' of the process 'p' ${leftOut}`,
      `3:9 warning: 'budget' of the process 'p' ${leftOut}`,
      `6:22 warning: 'cost' of the task 'a' ${leftOut}`,
      `6:32 warning: 'needs' of the task 'a', which are more than one role, ${leftOut}`,
      `6:71 warning: 'deadline' of the task 'a', which is an expression, ${leftOut}`,
      `7:53 warning: 'deadline' of the exlet 'm' ${leftOut}`,
      `7:66 warning: 'budget' of the exlet 'm' ${leftOut}`,
      `7:77 warning: 'solves' of the exlet 'm' ${leftOut}`,
    ],
  })
})

test("[WQM9] what would mean something else without it is left out as a whole, and said with all that keeps it out", () => {
  const yaml = `process: p
aside: [ { task: z } ]
flow:
  - { wait: P1D }
  - { while: w, until: 'true', do: [ { task: a, reads: { x: '1' }, on: { Late: z } } ] }
  - forEach: f
    in: '[1]'
    as: e
    do: [ { task: b, select: true } ]
---
process: q
net: { start: { to: [a] }, a: { to: [end] } }
---
process: r
title: "\\u0001"
flow: [ { task: a } ]
---
exlets:
  lost: [ { suspend: item }, { suspend: r }, { notify: bob, text: hi }, { start: r, with: { n: '1' } } ]
  kept: [ { suspend: r } ]
rules:
  - { at: r, first: [ { on: x, if: a, then: kept }, { on: x, then: lost }, { on: y, then: kept } ] }
  - { at: r/a, on: x, then: kept }
  - { at: everywhere, on: x, then: kept }
  - { at: r, on: z, tree: [ { if: a, then: kept, except: [ { if: b, then: kept } ] } ] }
  - { at: r, on: v, tree: [ { if: a } ] }
  - { at: r, on: w, then: [ { suspend: r } ] }
exceptions: { Late: { is: CaseTrigger } }
patterns: { thrice: { sequence: [x, x, x] } }
handlers: { h: { on: x, then: kept } }
bind: [ { handler: h, at: r } ]
constraints: [ { at: r, budget: 5 } ]
organisation: { roles: { clerk: {} }, agents: { ann: {} } }
`
  const p = `has no place in WQM, so the process 'p' is left out. → Keep it in a bundle of YAML or JSON, or say it with sequence, parallel, choice, while and task alone.`
  const lost =
    "has no place in WQM, so the exlet 'lost' is left out. → Meta workflows only start, terminate, suspend, wait and suspend, or resume workflows."
  const tree = (name: string) => `has no place in WQM, so the tree '${name}' is left out. →`
  const unknown = "has no place in WQM, so it is left out. → Keep it in a bundle of YAML or JSON."
  expect(written(yaml)).toEqual({
    text: `<?xml version="1.0" encoding="UTF-8"?>
<wqm version="1">
  <meta_workflow name="kept">
    <suspend workflow="r"/>
  </meta_workflow>
  <esp_rules>
    <rule workflow="r" event="y" meta_workflow="kept"/>
  </esp_rules>
</wqm>
`,
    told: [
      `2:8 error: 'aside' ${p}`,
      `4:5 error: 'wait' ${p}`,
      `5:24 error: A loop that is tested after each round ${p}`,
      `5:56 error: An expression in 'reads' of the task 'a' ${p}`,
      `5:72 error: 'on' of the task 'a' ${p}`,
      `6:5 error: 'forEach' ${p}`,
      "12:6 error: A net has no place in WQM, so the process 'q' is left out. → Write it in blocks.",
      "14:10 error: A character that XML cannot hold has no place in WQM, so the process 'r' is left out. → Write the text without it.",
      `19:11 error: The step 'suspend: item' ${lost}`,
      `19:46 error: The step 'notify' ${lost}`,
      `19:73 error: 'with' in the step 'start' ${lost}`,
      `22:68 error: The exlet 'lost' ${tree("x r")} Mend the exlet.`,
      `23:11 error: The scope 'r/a' ${tree("x r/a")} ESP rules are for a whole workflow.`,
      `24:11 error: The scope 'everywhere' ${tree("x everywhere")} ESP rules are for a whole workflow.`,
      `25:58 error: 'except' ${tree("z r")} Write the rules as one list, 'first'.`,
      `26:29 error: A rule that names no exlet ${tree("v r")} Give its steps a name under 'exlets'.`,
      `27:27 error: A rule that names no exlet ${tree("w r")} Give its steps a name under 'exlets'.`,
      `28:21 error: The class 'Late' ${unknown}`,
      `29:21 error: The pattern 'thrice' ${unknown}`,
      `30:16 error: The handler 'h' ${unknown}`,
      `31:9 error: The binding of 'h' at 'r' ${unknown}`,
      `32:33 error: The constraint 'budget@r' ${unknown}`,
      `33:33 error: The role 'clerk' of the organisation ${unknown}`,
      `33:54 error: The agent 'ann' of the organisation ${unknown}`,
    ],
  })
})
