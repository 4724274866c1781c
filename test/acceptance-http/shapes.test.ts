import { expect, onTestFinished, test } from "vitest"
import type { OperationName } from "../../src/api/routes.ts"
import { connect, type Output } from "../../src/client.ts"
import { accepted, type Engine } from "../../src/main.ts"
import { openServer } from "../../src/server.ts"
import { told } from "../http/world.ts"

type Verb = Extract<keyof Engine, OperationName>
type Result<Name extends Verb> = Engine[Name] extends (...args: never[]) => infer Promised ? Awaited<Promised> : never
type Good<Told> = Told extends { readonly ok: true; readonly value: infer Value }
  ? Value
  : Told extends { readonly ok: false }
    ? never
    : Told
type Value<Name extends Verb> = Exclude<Good<Result<Name>>, undefined>

/** A list is the client's `rows`, what has happened its `events`, and everything else has no field the client does not have. Of nothing there is nothing to compare. */
type IsAlike<Name extends Verb> = [Value<Name>] extends [never]
  ? true
  : [Value<Name>] extends [readonly unknown[]]
    ? Output<Name> extends { readonly events: unknown } | { readonly rows: unknown }
      ? true
      : false
    : [Value<Name>] extends [object]
      ? Exclude<keyof Value<Name>, keyof Output<Name>> extends never
        ? true
        : false
      : false

type Different = { [Name in Verb]: IsAlike<Name> extends true ? never : Name }[Verb]

/** What the engine answers otherwise than the client, and why. One that is missing here, or is no different, does not compile. */
const different: { readonly [Name in Different]: string } = {
  log: "lines alone; the client is given the revision they were made at as well",
  may: "true or false; JSON over HTTP is an object",
  intervention: "one that is answered has fields of its own, told apart by `open`",
  process: "its hash is the server's own affair",
  verify: "findings alone; the client is given them in `findings`",
}

test("[VERB1] engine and client answer alike, or there is a reason", () => {
  expect(Object.keys(different).toSorted()).toEqual(["intervention", "log", "may", "process", "verify"])
})

test("[VERB1] a claim is answered alike by engine and client", async () => {
  const server = await openServer({ mode: "development", limits: { rate: 0 } })
  const served = await server.listen({ port: 0, grace: 100 })
  onTestFinished(() => served.stop())
  accepted(await server.engine.deploy("process: order\nflow: [ { program: charge } ]"))
  for (let order = 0; order < 2; order++) accepted(await server.engine.start("order"))
  const client = connect({ url: served.url })
  const answers = [accepted(await server.engine.claim("charge")), told(await client.claim({ worker: "charge" }))]
  const shapes = answers.map((answer) => [Object.keys(answer), answer.rows.map((row) => Object.keys(row).toSorted())])
  expect(answers.map(({ rows }) => rows.length)).toEqual([1, 1])
  expect(shapes[0]).toEqual(shapes[1])
  expect(accepted(await server.engine.claim("charge"))).toEqual(told(await client.claim({ worker: "charge" })))
})
