import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { operations } from "../../src/api/operations.ts"
import type { OperationName } from "../../src/api/routes.ts"
import { asJson, calls, type Fields, inputOf, operationNames, requestOf } from "../http/calls.ts"
import { answersAreDocumented } from "../http/documented.ts"
import { readEvents } from "../http/events.ts"
import { fingerprint } from "../http/fingerprint.ts"
import { furnish, ghostOf, type House, houses, secretAgent, secretMark } from "../http/house.ts"
import { whatIsWrongWith } from "../http/refused-well.ts"
import {
  everybody,
  has,
  hasAnything,
  keysOfEverybody,
  mayAt,
  maySomewhere,
  organisation,
  type Who,
} from "../http/who.ts"
import { type Got, openWorld, told, type World } from "../http/world.ts"

let world: World
let open: House
let vault: House
let ghost: House

beforeAll(async () => {
  world = await openWorld({ development: false, bundles: [...houses, { organisation }], keys: keysOfEverybody })
  open = await furnish("open", world.client("boss"))
  vault = await furnish("vault", world.client("boss"))
  ghost = ghostOf(vault)
})
afterAll(() => world.close())

/** Asks without doing: commands are tried out, programs report attempts that are over. A stream is asked elsewhere. */
async function ask(key: string, name: OperationName, house: House, isTried: boolean): Promise<Got> {
  const { kind } = operations[name]
  const input: Fields = { ...inputOf(name, house), ...(kind === "command" && { dryRun: true }) }
  const harmless = isTried && "attempt" in input ? { ...input, attempt: 999 } : input
  const { method, path, body } = requestOf(name, name === "claim" && isTried ? { worker: "idle-worker" } : harmless)
  return world.raw(method, path, { key, headers: asJson, ...(body !== undefined && { body }) })
}

const asked = operationNames.filter((name) => name !== "events" && name !== "signOut")
const codeIn = (got: Got): string => (got.json as { readonly code?: string } | undefined)?.code ?? ""
const isHidden = ({ status }: Got): boolean => status === 404
const isForbidden = (got: Got): boolean => got.status === 403 && codeIn(got) === "NOT_PERMITTED"

/** Every text of the input, wherever it stands. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** What is told of the vault without having been said first. */
function leaks(name: OperationName, house: House, got: Got): readonly string[] {
  let text = got.text
  for (const said of [...textsOf(inputOf(name, house))].sort((a, b) => b.length - a.length)) {
    text = text.replaceAll(JSON.stringify(said).slice(1, -1), "")
  }
  const ids = [vault.family, vault.heldCase, vault.reportedCase, "vault/"]
  const names = ['"vault"', '"vault-help"', '"help-vault"', "vault-alarm", "vault-crack"]
  const secrets = [secretMark, ...ids, ...names]
  return secrets.filter((secret) => text.includes(secret))
}

/** The same but for the names that were asked for, and the number of the request. */
function isSameAs(name: OperationName, there: Got, nowhere: Got): boolean {
  const plain = (got: Got, house: House) => {
    const { instance: _, ...problem } = got.json as Fields
    let text = JSON.stringify(problem).replaceAll("see-vault", "<him>")
    for (const [index, said] of textsOf(inputOf(name, house)).entries()) {
      text = text.replaceAll(JSON.stringify(said).slice(1, -1), `<${index}>`)
    }
    return `${got.status} ${text.replaceAll(house.family, "<family>").replaceAll(house.process, "<process>")}`
  }
  return plain(there, vault) === plain(nowhere, ghost)
}

/** What is wrong with how one operation was answered to one of them. */
async function whatIsWrong(key: string, who: Who, name: OperationName): Promise<readonly string[]> {
  const { stands, refused = [] } = calls[name]
  const isAllowed = stands === "place" ? mayAt(who, name, "vault") : mayAt(who, name)
  const there = await ask(key, name, vault, isAllowed || mayAt(who, name, "vault"))
  const say = (what: string) => `${name}: ${what}, but was answered ${there.status} ${there.text.slice(0, 200)}`
  const problems: string[] = []
  const need = (isSo: boolean, what: string) => void (isSo || problems.push(say(what)))

  if (there.status >= 400) need(whatIsWrongWith(there).length === 0, `is a problem (${whatIsWrongWith(there)})`)
  const isDone = there.status < 300 || refused.includes(codeIn(there))

  switch (stands) {
    case "nowhere":
      need(there.status < 300, "is for anybody who is signed in")
      break
    case "everywhere":
      if (isAllowed) need(isDone, "is allowed")
      else need(isForbidden(there) || isHidden(there), "needs a right that is bound to no process")
      break
    case "repertoire":
      if (isAllowed) need(isDone, "is allowed")
      else if (!maySomewhere(who, name)) need(isForbidden(there), "needs a right")
      else need(there.status < 300 || isForbidden(there) || isHidden(there), "is given or not")
      break
    case "worklist":
      if (has(who, "see")) need(isDone, "is allowed")
      else need(there.status < 300 || isForbidden(there) || isHidden(there), "is given or not")
      break
    case "list":
      if (!maySomewhere(who, name)) need(isForbidden(there), "needs a right somewhere")
      else need(there.status === 200, "shows what concerns him")
      break
    case "place":
      if (isAllowed) need(isDone, "is allowed")
      else {
        need(isForbidden(there) || isHidden(there), "needs a right there")
        const nowhere = await ask(key, name, ghost, false)
        if (!hasAnything(who, "vault"))
          need(isSameAs(name, there, nowhere), `is as if it were not there (${nowhere.text})`)
        if (!hasAnything(who, "vault") && maySomewhere(who, name)) need(isHidden(there), "is not there for him")
      }
  }

  const mayKnow = stands === "nowhere" ? hasAnything(who, "vault") : mayAt(who, name, "vault")
  if (!mayKnow || (there.status >= 400 && !isAllowed)) {
    const leaked = leaks(name, vault, there)
    need(leaked.length === 0, `tells nothing of the vault (${leaked})`)
  }
  return problems
}

describe("every operation, whoever asks", () => {
  test.each(Object.entries(everybody))(
    "[SEE1] is given where a right allows it, and is otherwise not there: %s",
    async (key, who) => {
      const keys = async () => (mayAt(who, "createKey") ? [] : told(await world.client("boss").keys()).rows)
      const before = { ...(await fingerprint(world.engine)), keys: await keys() }
      const wrong: string[] = []
      for (const name of asked) {
        const position = await world.engine.lastPosition()
        wrong.push(...(await whatIsWrong(key, who, name)))
        const now = await world.engine.lastPosition()
        if (now !== position) wrong.push(`${name} was done`)
      }
      expect(wrong).toEqual([])
      expect({ ...(await fingerprint(world.engine)), keys: await keys() }).toEqual(before)
    },
  )

  test("is done for real where a right allows it: the same call that was refused to others", async () => {
    const fresh = await furnish("open", world.client("boss"))
    const refused = await world.client("see-vault").completeItem({ item: fresh.items.weigh })
    expect(refused.ok).toBe(false)
    told(await world.client("do-open").completeItem({ item: fresh.items.weigh }))
  })
})

describe("lists", () => {
  // Nothing stands still here: who sees what does is told where something does.
  const lists = asked.filter((name) => calls[name].stands === "list" && name !== "claim" && name !== "stalled")

  test.each(Object.entries(everybody))(
    "[SEE2] have the rows of processes where one may see them, and no others: %s",
    async (key, who) => {
      const wrong: string[] = []
      for (const name of lists.filter((list) => maySomewhere(who, list))) {
        const all = (await ask("boss", name, vault, true)).text
        const own = (await ask(key, name, vault, true)).text
        for (const house of [open, vault]) {
          const named = ["process", "name", "at"].map((field) => `"${field}":"${house.process}"`)
          const marks = [house.case, ...named, house.tree].filter((mark) => all.includes(mark))
          const isTold = marks.some((mark) => own.includes(mark))
          if (marks.length === 0) wrong.push(`${name} has nothing of ${house.process} for anybody`)
          if (isTold !== mayAt(who, name, house.process))
            wrong.push(`${name} ${isTold ? "tells" : "hides"} ${house.process}`)
        }
      }
      expect(wrong).toEqual([])
    },
  )

  test("filters and cursors do not open what is closed: asking for the vault by name shows nothing of it", async () => {
    const client = world.client("see-open")
    const empty = { rows: [] }
    expect(told(await client.cases({ process: "vault" }))).toEqual(empty)
    expect(told(await client.cases({ family: vault.family }))).toEqual(empty)
    expect(told(await client.items({ case: vault.case }))).toEqual(empty)
    expect(told(await client.items({ process: "vault" }))).toEqual(empty)
    expect(told(await client.exceptions({ case: vault.reportedCase }))).toEqual(empty)
    expect(told(await client.interventions({ process: "vault", open: false }))).toEqual(empty)
    expect(told(await client.trees({ process: "vault" }))).toEqual(empty)
    expect(told(await client.entries({ family: vault.family })).rows).toEqual([])
    expect(told(await client.entries({ process: "vault" })).rows).toEqual([])
    expect(told(await client.entries({ agent: secretAgent })).rows).toEqual([])
  })

  test("[BIND21] of a handler one is told only the places one may see", async () => {
    const placesFor = async (key: string) =>
      told(await world.client(key).handlers()).rows.flatMap(({ bindings }) => bindings.map(({ at }) => at))
    expect(await placesFor("boss")).toEqual(expect.arrayContaining(["open/weigh", "vault/weigh"]))
    expect((await placesFor("see-open")).filter((at) => at.startsWith("vault"))).toEqual([])
  })

  test("pages of one row do not stop before what one may see, however much lies in between", async () => {
    const rows: string[] = []
    for (let after: string | undefined; ; ) {
      const page = told(await world.client("see-open").cases({ limit: 1, ...(after !== undefined && { after }) }))
      rows.push(...page.rows.map(({ process }) => process))
      after = page.next
      if (after === undefined) break
    }
    const all = told(await world.client("boss").cases({ limit: 1000 })).rows.map(({ process }) => process)
    expect(rows).toEqual(all.filter((process) => process.startsWith("open")))
  })

  test("a worklist of one's own shows only items of processes where one may do or see", async () => {
    const own = told(await world.client("do-open").worklist({ agent: "do-open" })).rows
    expect(new Set(own.map(({ process }) => process))).toEqual(new Set(["open", "open-help"]))
    const other = await world.client("do-open").worklist({ agent: secretAgent })
    expect(JSON.stringify(other.ok ? other.value : other.rejection)).not.toContain(vault.family)
    const none = await world.client("raise-everywhere").worklist({ agent: "raise-everywhere" })
    expect(none.ok ? "shown" : none.status).toBe(403)
  })

  test("counts are for those who administer everything", async () => {
    for (const key of ["administer-vault", "see-everywhere", "boss-in-open"]) {
      const counted = await world.client(key).counts()
      expect([key, counted.ok ? "told" : counted.status]).toEqual([key, 403])
    }
  })

  test("a program gets only items of processes where its key may do", async () => {
    expect(told(await world.client("do-open").claim({ worker: vault.worker, limit: 100 })).rows).toEqual([])
  })

  test("a message finds no case of a process where one may not do: as if nobody waited", async () => {
    const known = await world.client("do-open").message({ name: "vault-signal", key: 900 })
    const unknown = await world.client("do-open").message({ name: "ghost-signal", key: 900 })
    const plain = (answer: typeof known) =>
      JSON.stringify(answer.ok ? "done" : { ...answer.rejection, instance: "" }).replaceAll(/vault|ghost/g, "x")
    expect(plain(known)).toBe(plain(unknown))
  })

  test("[EVENT10] a message begins a case only where one may begin one, as if there were no other process", async () => {
    const sent = (key: string, start: string) =>
      world.client(key).message({ name: "nobody-waits", start, dryRun: true })
    const forbidden = await sent("do-open", vault.process)
    expect(forbidden.ok ? "done" : forbidden.rejection.code).toBe("PROCESS_NOT_FOUND")
    expect((await sent("do-open", open.process)).ok).toBe(true)
  })
})

describe("events", () => {
  const viewers = Object.entries(everybody).filter(([, who]) => maySomewhere(who, "events"))

  test.each(viewers)("come from the families one may see, and from no others: %s", async (key, who) => {
    const all = told(await world.client("boss").entries({ limit: 1000 })).rows
    const roots = new Map(
      told(await world.client("boss").cases({ limit: 1000 })).rows.map(({ id, process }) => [id, process]),
    )
    const visible = all.filter(({ family }) => has(who, "see", roots.get(family)))
    const stream = await readEvents(world, {
      key,
      query: { after: 0 },
      until: ({ position }) => position === visible.at(-1)?.position,
    })
    expect(stream).toEqual(visible)
    expect(told(await world.client(key).entries({ limit: 1000 })).rows).toEqual(visible)
  })

  test.each(Object.entries(everybody).filter(([, who]) => !maySomewhere(who, "events")))(
    "are refused before the stream begins to whoever may see nothing: %s",
    async (key) => {
      const got = await world.raw("GET", "/api/v1/events?after=0", { key })
      expect([got.status, codeIn(got)]).toEqual([403, "NOT_PERMITTED"])
    },
  )

  test("that happen while one listens are kept from him as well", async () => {
    const boss = world.client("boss")
    const listening = readEvents(world, {
      key: "see-open",
      query: { live: true },
      until: ({ events }) => JSON.stringify(events).includes("the last one"),
      async ready() {
        told(await boss.setData({ case: vault.case, data: { plan: `${secretMark}-new` } }))
        told(await boss.setData({ case: open.case, data: { plan: "the last one" } }))
      },
    })
    expect((await listening).map(({ family }) => family)).toEqual([open.family])
  })
})

describe("keys", () => {
  const hour = 3_600_000

  /** Every operation but those for everybody is refused alike. */
  async function isTurnedAway(key: string): Promise<readonly string[]> {
    const answers = await Promise.all(
      operationNames.map(async (name) => {
        const { method, path, body } = requestOf(name, inputOf(name, vault))
        const got = await world.raw(method, path, { key, headers: asJson, ...(body !== undefined && { body }) })
        const isRight = got.status === 401 && got.headers["www-authenticate"] !== undefined
        return isRight && leaks(name, vault, got).length === 0
          ? []
          : [`${name} ${got.status} ${got.text.slice(0, 200)}`]
      }),
    )
    return answers.flat()
  }

  test("that have expired open nothing", async () => {
    const boss = world.client("boss")
    const made = told(await boss.createKey({ agent: "administrator", expiresAt: world.clock.now() + hour }))
    world.keep("short", { id: made.key.id, secret: made.secret })
    told(await world.client("short").bundle())
    await world.clock.advance("PT1H")
    const before = await fingerprint(world.engine)
    expect(await isTurnedAway("short")).toEqual([])
    expect(await fingerprint(world.engine)).toEqual(before)
  })

  test("that were revoked open nothing, at once", async () => {
    const made = told(await world.client("boss").createKey({ agent: "administrator" }))
    world.keep("revoked", { id: made.key.id, secret: made.secret })
    told(await world.client("revoked").bundle())
    told(await world.client("boss").revokeKey({ key: made.key.id }))
    const before = await fingerprint(world.engine)
    expect(await isTurnedAway("revoked")).toEqual([])
    expect(await fingerprint(world.engine)).toEqual(before)
  })

  test("that were rotated are good until the overlap is over; the new one stays, with the same scope", async () => {
    const boss = world.client("boss")
    const made = told(await boss.createKey({ agent: "administrator", rights: ["see"], processes: ["open"] }))
    const rotated = told(await boss.rotateKey({ key: made.key.id, overlap: hour }))
    world.keep("old", { id: made.key.id, secret: made.secret })
    world.keep("new", { id: rotated.key.id, secret: rotated.secret })
    expect(rotated.secret).not.toBe(made.secret)
    expect([rotated.key.agent, rotated.key.rights, rotated.key.processes]).toEqual(["administrator", ["see"], ["open"]])
    told(await world.client("old").cases())
    told(await world.client("new").cases())
    await world.clock.advance("PT1H")
    expect(await isTurnedAway("old")).toEqual([])
    told(await world.client("new").cases())
    expect((await world.client("new").case({ case: vault.case })).ok).toBe(false)
  })

  test("are kept as hashes: no list, backup, log or entry has a secret", async () => {
    const boss = world.client("boss")
    const backup = await world.raw("GET", "/api/v1/backup", { key: "boss" })
    const everything = [
      JSON.stringify(told(await boss.keys())),
      JSON.stringify(told(await boss.entries({ limit: 1000 }))),
      backup.text,
    ].join("\n")
    const secrets = Object.keys(keysOfEverybody).map((key) => world.secret(key))
    expect(secrets.filter((secret) => everything.includes(secret))).toEqual([])
  })

  test("of nobody, altered in one character, or of another kind, open nothing", async () => {
    const secret = world.secret("boss")
    const other = secret.at(-1) === "a" ? "b" : "a"
    for (const token of ["", "x", secret.slice(0, -1), secret.slice(0, -1) + other, `${secret}a`, "a.b.c"]) {
      const got = await world.raw("GET", "/api/v1/cases", { headers: { authorization: `Bearer ${token}` } })
      expect([token.length, got.status]).toEqual([token.length, 401])
    }
    const basic = await world.raw("GET", "/api/v1/cases", {
      headers: { authorization: `Basic ${btoa(`x:${secret}`)}` },
    })
    expect(basic.status).toBe(401)
    const query = await world.raw("GET", `/api/v1/cases?token=${secret}`)
    expect(query.status).toBe(401)
  })

  test("[SEE3] of an agent do not let him act as another on a production server", async () => {
    const got = await world.raw("GET", "/api/v1/bundle", { key: "see-open", headers: { "exlet-as": "administrator" } })
    expect([401, 403]).toContain(got.status)
    const me = await world.raw("GET", "/api/v1/me", { key: "see-open", headers: { "exlet-as": "administrator" } })
    expect(me.status < 300 ? (me.json as { agent: string }).agent : "see-open").toBe("see-open")
  })
})

answersAreDocumented(() => world)
