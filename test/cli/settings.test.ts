import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { parse } from "yaml"
import { Given } from "../../src/cli/given.ts"
import { listen, unsafe } from "../../src/cli/listening.ts"
import { readSettings } from "../../src/cli/read-settings.ts"
import type { Settings } from "../../src/cli/settings.ts"
import type { Surroundings } from "../../src/cli/surroundings.ts"
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
    const { code, out } = await here.exletIn({ listen, signal: stop.signal, env: {} }, "dev")
    expect([code, tried]).toEqual([
      0,
      [...[7400, 7401, 7402].map((port) => [port, "127.0.0.1", false, "./exlet.db", "development"]), "closed"],
    ])
    expect(out[0]).toBe("Exlet runs at http://127.0.0.1:7402, for this machine only; nobody has to sign in.")
    expect(out).toContain("  npx exlet start organise-concert --url http://127.0.0.1:7402")
    const busy = await here.exletIn({ listen, env: {} }, "dev", "--port", "7400")
    const taken = { code: 3, out: [], err: ["PORT_TAKEN: Port 7400 is taken.", "  Say another with --port."] }
    expect(busy).toEqual(taken)
    expect(await here.exletIn({ listen, env: {} }, "serve", "--port", "7400")).toEqual(taken)
  })
})
