import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { parse } from "yaml"
import { Given } from "../../src/cli/given.ts"
import { listen, unsafe } from "../../src/cli/listening.ts"
import { readSettings } from "../../src/cli/read-settings.ts"
import type { Settings } from "../../src/cli/settings.ts"
import type { Surroundings } from "../../src/cli/surroundings.ts"
import { openSqliteStore } from "../../src/main.ts"
import { office } from "./office.ts"

const given = (values: Record<string, (string | number | boolean)[]> = {}) => new Given(new Map(Object.entries(values)))
const defaults = readSettings({ env: {}, given: given() })

describe("the settings of a server", () => {
  test("[CLI34] flags count over the environment, that over the file, that over what is usual", () => {
    expect(defaults).toEqual({
      store: "exlet.db",
      host: "127.0.0.1",
      port: 7400,
      auth: { required: true, tokens: {}, sessions: {} },
      limits: {},
      log: { level: "info" },
      proxies: [],
      origins: [],
      metrics: {},
      webhooks: [],
      sources: [],
    })
    const file = {
      name: "exlet.yaml",
      text: "port: 1\nhost: 10.0.0.1\nlog: { level: warn }\nauth:\n  tokens: { issuer: 'https://id.example', audience: exlet }\norigins: [a, b]\n",
    }
    const env = { EXLET_PORT: "2", EXLET_HOST: "10.0.0.2", EXLET_ORIGINS: "c, d", EXLET_URL: "http://x", PATH: "/bin" }
    expect(readSettings({ file, env, given: given({ port: [3], "auth-required": [false] }) })).toEqual({
      ...defaults,
      port: 3,
      host: "10.0.0.2",
      log: { level: "warn" },
      auth: { required: false, tokens: { issuer: "https://id.example", audience: ["exlet"] }, sessions: {} },
      origins: ["c", "d"],
    })
  })

  test("[CLI35] what is unknown or wrong is refused, all at once, with its place", () => {
    const file = {
      name: "exlet.yaml",
      text: "prot: 1\nport: many\nauth:\n  tokens:\n    isuer: x\n  required: maybe\nlog: loud\n",
    }
    const env = { EXLET_HSOT: "x", EXLET_LIMITS_BODY: "huge", EXLET_LOG_LEVEL: "loud" }
    expect(() => readSettings({ file, env, given: given() })).toThrow(
      [
        "exlet.yaml:1:1: there is no setting prot. Did you mean 'port'?",
        "exlet.yaml:2:1: port is a whole number, at least 0 and at most 65535",
        "exlet.yaml:5:5: there is no setting auth.tokens.isuer. Did you mean 'auth.tokens.issuer'?",
        "exlet.yaml:6:3: auth.required is true or false",
        "exlet.yaml:7:1: log takes names and values",
        "environment: there is no setting EXLET_HSOT. Did you mean 'EXLET_HOST'?",
        "environment: EXLET_LIMITS_BODY is a whole number, at least 1",
        "environment: EXLET_LOG_LEVEL is one of trace, debug, info, warn, error, fatal, silent",
      ].join("\n  "),
    )
    expect(() => readSettings({ file: { name: "x.yaml", text: "a: [" }, env: {}, given: given() })).toThrow(
      /^x\.yaml:1:/,
    )
  })

  test("[NOTIFY19] how people are told is read from a file, the environment and flags", () => {
    const hook = { url: "https://hooks.example/x", secret: "whsec_c2VjcmV0", types: ["exlet.notification"] }
    const file = {
      name: "exlet.yaml",
      text: `webhooks: [ ${JSON.stringify(hook)} ]\nsmtp: smtp://mail.example:587\nmailFrom: Exlet <exlet@mail.example>\n`,
    }
    const env = { EXLET_PUBLIC_URL: "https://exlet.example" }
    expect(readSettings({ file, env, given: given() })).toEqual({
      ...defaults,
      webhooks: [hook],
      smtp: "smtp://mail.example:587",
      mailFrom: "Exlet <exlet@mail.example>",
      publicUrl: "https://exlet.example",
    })
    const others = { EXLET_WEBHOOKS: JSON.stringify([{ url: "https://a.example" }, { url: "https://b.example" }]) }
    expect(readSettings({ file: { name: "x", text: "" }, env: others, given: given() }).webhooks.length).toBe(2)
  })

  test("[NOTIFY19] what is wrong with channels is told, and never repeated", () => {
    const file = {
      name: "exlet.yaml",
      text: [
        "webhooks: [ { url: 'ftp://s3cret.example' } ]",
        "smtp: http://s3cret.example",
        "publicUrl: s3cret.example",
        "",
      ].join("\n"),
    }
    const env = { EXLET_WEBHOOKS: '{"url":"https://a.example","secert":"s3cret"}' }
    expect(() => readSettings({ file, env, given: given() })).toThrow(
      [
        "exlet.yaml:1:1: webhooks needs a url, as in https://hooks.example/exlet, without a user",
        "exlet.yaml:2:1: smtp begins with smtp:// or smtps://",
        "exlet.yaml:3:1: publicUrl begins with https:// or http://",
        'environment: EXLET_WEBHOOKS has no "secert": it takes url, secret, types and name',
      ].join("\n  "),
    )
    const types = { EXLET_WEBHOOKS: '{"url":"https://a.example","types":["exlet.gossip"]}' }
    expect(() => readSettings({ env: types, given: given() })).toThrow(/has types of which one is none/)
    const wrong = [
      { text: "webhooks: [ { url: 'https://a.example' }, { url: 'https://b.example', secret: 'whsec_!s3cret!' } ]" },
      { text: "mailFrom: nobody" },
      { text: "webhooks: [ { url: 'https://a.example' }, { url: 'https://a.example' } ]" },
    ].map(({ text }) => {
      try {
        return readSettings({ file: { name: "x", text }, env: {}, given: given() })
      } catch (error) {
        return String(error instanceof Error ? error.message : error)
      }
    })
    expect(wrong).toEqual([
      "x:1:1: webhooks[1] has a secret that is none: it is a text, or whsec_ and base64 behind it",
      "x:1:1: mailFrom is an address, as in Exlet <exlet@mail.example>",
      "webhooks has two that are called alike: give each a name of its own, and none the name mail",
    ])
    expect(() => readSettings({ env: { EXLET_SMTP: "smtp://mail.example" }, given: given() })).toThrow(
      "smtp needs mailFrom: whom mail comes from",
    )
  })

  test("[NOTIFY19] [CLI36] secrets of channels are masked", async () => {
    const here = await office()
    const env = {
      EXLET_WEBHOOKS: '{"url":"https://a.example/s3cret","secret":"s3cret"}',
      EXLET_SMTP: "smtp://exlet:s3cret@mail.example",
      EXLET_MAIL_FROM: "exlet@mail.example",
    }
    const { code, out } = await here.exletIn({ env }, "serve", "--print-config")
    const shown = parse(out.join("\n"))
    expect([code, shown.webhooks, shown.smtp, shown.mailFrom]).toEqual([
      0,
      "********",
      "********",
      "exlet@mail.example",
    ])
    expect(out.join("\n")).not.toContain("s3cret")
  })

  test("[CLI36] --print-config shows what counts, secrets masked", async () => {
    const here = await office()
    writeFileSync(join(here.folder, "exlet.config.yaml"), "auth: { tokens: { key: hidden-hidden } }\n")
    const { code, out } = await here.exletIn(
      { env: { EXLET_METRICS_TOKEN: "hush" } },
      "serve",
      "--print-config",
      "--port",
      "80",
      "--no-auth",
    )
    expect([code, parse(out.join("\n"))]).toEqual([
      0,
      {
        ...defaults,
        port: 80,
        auth: { required: false, tokens: { key: "********" }, sessions: {} },
        metrics: { token: "********" },
      },
    ])
    expect(await here.exletIn({ env: {} }, "serve", "--config", "nowhere.yaml")).toMatchObject({
      code: 2,
      err: ["FILE_NOT_FOUND: There is no configuration file nowhere.yaml.", "  Check --config and EXLET_CONFIG."],
    })
  })

  test("[CLI37] beyond this machine nobody listens unless somebody can sign in", () => {
    const at = (host: string, auth: Partial<Settings["auth"]> = {}, hasKeys = false) =>
      unsafe({ ...defaults, host, auth: { ...defaults.auth, ...auth } }, hasKeys)?.code
    expect(at("127.0.0.1")).toBeUndefined()
    expect(at("::1", { required: false })).toBeUndefined()
    expect(at("localhost", { required: false })).toBeUndefined()
    expect(at("0.0.0.0")).toBe("AUTH_MISSING")
    expect(at("0.0.0.0", {}, true)).toBeUndefined()
    expect(at("0.0.0.0", { tokens: { issuer: "https://id.example" } })).toBeUndefined()
    expect(at("192.168.1.2", { required: false }, true)).toBe("AUTH_REQUIRED")
    expect(at("127.0.0.1.example.com", { required: false })).toBe("AUTH_REQUIRED")
  })

  test("[CLI37] a server that was refused leaves no file behind", async () => {
    const here = await office()
    const store = join(here.folder, "new.db")
    await expect(listen({ ...defaults, store, host: "0.0.0.0" }, "production")).rejects.toThrow("Nobody could sign in")
    expect(existsSync(store)).toBe(false)
  })

  test("[CLI37] it is told how to make the first key", async () => {
    const here = await office()
    const listen: Surroundings["listen"] = async (settings) => {
      throw unsafe(settings, false) ?? new Error("it should have been refused")
    }
    const serve = (...args: string[]) => here.exletIn({ listen, env: {} }, "serve", "--host", "0.0.0.0", ...args)
    expect(await serve()).toEqual({
      code: 2,
      out: [],
      err: [
        "AUTH_MISSING: Nobody could sign in, so it does not listen on 0.0.0.0: there is no API key, and no issuer of tokens is set.",
        "  Make a key first: exlet keys create administrator --store FILE. Or set auth.tokens.issuer and auth.tokens.audience.",
      ],
    })
    expect(await serve("--no-auth")).toMatchObject({
      code: 2,
      err: [
        "AUTH_REQUIRED: Without sign-in a server listens on a loopback address only, not on 0.0.0.0.",
        expect.anything(),
      ],
    })
  })

  test("[CLI38] a server for trying out takes the next port that is free, deploys the examples, and says what to try", async () => {
    const here = await office()
    const stop = new AbortController()
    const tried: unknown[] = []
    const listen = async ({ port, host, auth, store }: Settings, mode: string) => {
      tried.push([port, host, auth.required, store.replace(here.folder, "."), mode])
      if (port < 7402) throw Object.assign(new Error("taken"), { code: "EADDRINUSE" })
      setImmediate(() => stop.abort())
      return { url: `http://${host}:${port}`, close: async () => void tried.push("closed") }
    }
    const { code, out } = await here.exletIn({ listen, signal: stop.signal, env: {} }, "dev", "--empty")
    expect([code, tried]).toEqual([
      0,
      [...[7400, 7401, 7402].map((port) => [port, "127.0.0.1", false, "./exlet.db", "development"]), "closed"],
    ])
    expect(out[0]).toBe("Exlet runs at http://127.0.0.1:7402, for this machine only; nobody has to sign in.")
    expect(out).toContain("  npx exlet start organise-concert --url http://127.0.0.1:7402")
    expect(out).toContain("  examples   concert, laptop, requisition")
    const busy = await here.exletIn({ listen, env: {} }, "dev", "--empty", "--port", "7400")
    const taken = { code: 3, out: [], err: ["PORT_TAKEN: Port 7400 is taken.", "  Say another with --port."] }
    expect(busy).toEqual(taken)
    expect(await here.exletIn({ listen, env: {} }, "serve", "--port", "7400")).toEqual(taken)
  })

  test("[CLI51] the first time it plays the last days into the file, and never again; with --empty it does not", async () => {
    const here = await office()
    const store = join(here.folder, "exlet.db")
    const dev = async (...args: string[]) => {
      const stop = new AbortController()
      const listen = async () => {
        setImmediate(() => stop.abort())
        return { url: "http://office", close: async () => undefined }
      }
      const { code, out, err } = await here.exletIn({ listen, signal: stop.signal, env: {} }, "dev", ...args)
      return { code, err, played: out.filter((line) => line.startsWith("  played")) }
    }
    const cases = async () => {
      const opened = await openSqliteStore(store)
      const found = await opened.cases({ limit: 10_000 })
      await opened.close()
      return found
    }
    expect(await dev("--empty")).toEqual({ code: 0, err: [], played: [] })
    expect(existsSync(store)).toBe(false)
    const told = "  played     the last 30 days of them; --empty starts without"
    expect(await dev()).toEqual({ code: 0, err: [], played: [told] })
    const first = await cases()
    expect(first.length).toBeGreaterThan(300)
    expect(await dev()).toEqual({ code: 0, err: [], played: [] })
    expect(await cases()).toEqual(first)
  }, 120_000)
})
