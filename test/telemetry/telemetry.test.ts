import { context, propagation, trace } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { connect } from "../../src/client.ts"
import { openLog } from "../../src/http/log.ts"
import { accepted, asItemId } from "../../src/main.ts"
import { openServer, type Server, type ServerOptions } from "../../src/server.ts"

const bundle = `
processes:
  - process: order
    data: { amount: number, receipt: string }
    flow:
      - task: approve
      - { program: charge, worker: charge-card, writes: [receipt] }
rules:
  - { on: itemPre, at: order/approve, tree: [ { if: amount > 1000, then: [ { suspend: item }, { ask: 'So much?', to: ann }, { continue: item } ] } ] }
exceptions:
  Fraud: { is: CaseTrigger, title: Somebody cheats }
`

async function opened(options: Partial<ServerOptions> = {}): Promise<Server> {
  const server = await openServer({ mode: "development", checkAnswers: true, ...options })
  onTestFinished(() => server.close())
  accepted(await server.engine.deploy(bundle))
  return server
}

const fetchOf =
  (server: Server): typeof fetch =>
  async (address, { method = "GET", headers, body } = {}) => {
    const { pathname, search } = new URL(String(address))
    const payload = typeof body === "string" ? { payload: body } : {}
    const got = await server.app.inject({
      method: method as "GET",
      url: pathname + search,
      headers: { host: "localhost", ...Object.fromEntries(new Headers(headers)) },
      ...payload,
    })
    return new Response(got.body, { status: got.statusCode })
  }

const clientOf = (server: Server) => connect({ url: "http://localhost", fetch: fetchOf(server) })

describe("metrics", () => {
  test("[TELL1] how things stand and what has happened, for Prometheus to read", async () => {
    const server = await opened()
    const client = clientOf(server)
    await client.start({ process: "order", data: { amount: 5 } })
    const second = await client.start({ process: "order", data: { amount: 5000 } })
    const id = second.ok ? second.value.case : ""
    await client.raise({ case: id, class: "Fraud" })
    await client.completeItem({ item: `${id}.i9` })
    const page = (await server.app.inject({ url: "/metrics", headers: { host: "localhost" } })).body
    const line = (start: string) => page.split("\n").find((each) => each.startsWith(start))
    expect([
      line('exlet_cases{process="order",state="running",held="false"}'),
      line("exlet_exceptions_open"),
      line("exlet_exceptions_total"),
      line('exlet_decisions_total{on="itemPre",concluded="true"}'),
      line("exlet_interventions_open"),
      line('exlet_commands_total{command="StartCase"'),
      line('exlet_commands_total{command="CompleteItem"'),
      line('exlet_command_seconds_count{command="StartCase"}'),
      line('exlet_decision_seconds_count{command="StartCase"}'),
      line("exlet_alarms_due"),
      line("exlet_event_streams"),
      line('exlet_http_request_seconds_count{operation="/api/v1/cases",status="201"}'),
    ]).toEqual([
      'exlet_cases{process="order",state="running",held="false"} 2',
      'exlet_exceptions_open{process="order",at="order",class="Fraud"} 1',
      'exlet_exceptions_total{class="Fraud"} 1',
      'exlet_decisions_total{on="itemPre",concluded="true"} 1',
      "exlet_interventions_open 2",
      'exlet_commands_total{command="StartCase",outcome="done",code=""} 2',
      'exlet_commands_total{command="CompleteItem",outcome="refused",code="ITEM_NOT_FOUND"} 1',
      'exlet_command_seconds_count{command="StartCase"} 2',
      'exlet_decision_seconds_count{command="StartCase"} 2',
      "exlet_alarms_due 0",
      "exlet_event_streams 0",
      'exlet_http_request_seconds_count{operation="/api/v1/cases",status="201"} 2',
    ])
  })
})

describe("logs", () => {
  test("[TELL2] what goes wrong is a line with its family and its cause, also where nobody looks closely", async () => {
    const lines: { readonly [name: string]: unknown }[] = []
    const log = openLog({ to: { write: (line: string) => void lines.push(JSON.parse(line)) } })
    const server = await opened({ log })
    const started = accepted(await server.engine.start("order", { data: { amount: 5 }, by: "ann" }))
    accepted(await server.engine.raise({ class: "Fraud", case: started.case }, { by: "ann", reason: "a tip" }))
    const raised = lines.find(({ class: name }) => name === "Fraud")
    expect({ ...raised, time: 0, version: 0 }).toEqual({
      level: 40,
      time: 0,
      family: started.case,
      version: 0,
      cause: "RaiseEvent by ann",
      case: started.case,
      class: "Fraud",
      at: "order",
      msg: "Fraud at order",
    })
  })
})

describe("traces", () => {
  const exporter = new InMemorySpanExporter()

  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
  })
  afterAll(() => {
    trace.disable()
    context.disable()
    propagation.disable()
  })

  test("[TELL3] a trace goes from the request through the command and its decision to what a program did", async () => {
    const server = await opened()
    const charged = new Promise<string | undefined>((resolve) => {
      server.engine.worker("charge-card", async () => {
        resolve(trace.getActiveSpan()?.spanContext().traceId)
        return { receipt: "r-1" }
      })
    })
    const started = accepted(await server.engine.start("order", { data: { amount: 5 } }))
    exporter.reset()
    await clientOf(server).completeItem({ item: asItemId(`${started.case}.i1`) })
    const traceOfProgram = await charged
    await server.engine.idle()
    const spans = exporter.getFinishedSpans()
    const root = spans.find(({ name }) => name === "POST /api/v1/items/:item/complete")
    const ofTrace = spans.filter((span) => span.spanContext().traceId === root?.spanContext().traceId)
    expect(ofTrace.map((span) => pathOf(span, ofTrace)).toSorted()).toEqual([
      "POST /api/v1/items/:item/complete",
      "POST /api/v1/items/:item/complete > command CompleteItem",
      "POST /api/v1/items/:item/complete > command CompleteItem > commit",
      "POST /api/v1/items/:item/complete > command CompleteItem > decide",
      "POST /api/v1/items/:item/complete > command CompleteItem > program charge",
      "POST /api/v1/items/:item/complete > command CompleteItem > program charge > command ReportOutput",
      "POST /api/v1/items/:item/complete > command CompleteItem > program charge > command ReportOutput > commit",
      "POST /api/v1/items/:item/complete > command CompleteItem > program charge > command ReportOutput > decide",
    ])
    expect(traceOfProgram).toBe(root?.spanContext().traceId)
  })
})

function pathOf(span: ReadableSpan, all: readonly ReadableSpan[]): string {
  const parent = all.find((each) => each.spanContext().spanId === span.parentSpanContext?.spanId)
  return parent ? `${pathOf(parent, all)} > ${span.name}` : span.name
}
