import type { WebhookSetting } from "../channels/configured.ts"
import type { SourceSetting } from "../outside/configured.ts"
import type { Kind } from "./flags.ts"
import { wrongAddress, wrongSender, wrongSmtp, wrongWebhook } from "./wrong-channels.ts"
import { wrongSource } from "./wrong-sources.ts"

/** How a server runs. */
export interface Settings {
  readonly store: string
  readonly host: string
  readonly port: number
  readonly auth: {
    readonly required: boolean
    readonly tokens: {
      readonly issuer?: string
      readonly audience?: readonly string[]
      readonly jwksUrl?: string
      readonly key?: string
      readonly algorithms?: readonly string[]
      readonly agentClaim?: string
      readonly rightsClaim?: string
      readonly clockTolerance?: number
    }
    readonly sessions: { readonly idle?: number; readonly limit?: number }
  }
  readonly limits: {
    readonly body?: number
    readonly depth?: number
    readonly requests?: number
    readonly requestsEach?: number
    readonly waiting?: number
    readonly waitingEach?: number
    readonly unread?: number
    readonly unreadEach?: number
    readonly streams?: number
    readonly streamsEach?: number
    readonly connections?: number
    readonly rate?: number
    readonly headersWithin?: number
    readonly requestWithin?: number
    readonly keepAlive?: number
    readonly silence?: number
  }
  readonly log: { readonly level: string }
  readonly proxies: readonly string[]
  readonly origins: readonly string[]
  readonly metrics: { readonly token?: string }
  readonly webhooks: readonly WebhookSetting[]
  readonly sources: readonly SourceSetting[]
  readonly smtp?: string
  readonly mailFrom?: string
  readonly publicUrl?: string
}

/** One setting. Its name in a file is its path, in the environment `EXLET_…`, on the command line `--…`. */
export interface Setting {
  readonly kind: Kind
  readonly about: string
  readonly many?: true
  readonly default?: string | number | boolean | readonly string[]
  /** Never shown. */
  readonly secret?: true
  /** What else is wrong with a value of the right kind. */
  readonly wrong?: (value: unknown) => string | undefined
}

type PathIn<Value> = {
  [Key in keyof Value & string]-?: NonNullable<Value[Key]> extends string | number | boolean | readonly unknown[]
    ? Key
    : `${Key}.${PathIn<NonNullable<Value[Key]>>}`
}[keyof Value & string]

export type SettingPath = PathIn<Settings>

const text: Kind = { type: "text" }
const count: Kind = { type: "integer", least: 1 }
const milliseconds: Kind = { type: "integer", least: 1 }

/** All of them: help, checks and documentation come from here. */
export const settings: Readonly<Record<SettingPath, Setting>> = {
  store: {
    kind: { type: "file" },
    default: "exlet.db",
    about: "The file everything is kept in, made if it is not there, or a PostgreSQL database, postgres://…",
  },
  host: {
    kind: text,
    default: "127.0.0.1",
    about: "The address to listen on; beyond this machine only with authentication",
  },
  port: { kind: { type: "integer", least: 0, most: 65_535 }, default: 7400, about: "0 is any that is free" },
  "auth.required": {
    kind: { type: "boolean" },
    default: true,
    about: "False, or --no-auth: nobody is asked who he is; on a loopback address only",
  },
  "auth.tokens.issuer": { kind: text, about: "Whose tokens (JWT) are believed, as in their `iss`" },
  "auth.tokens.audience": { kind: text, many: true, about: "What they must be meant for, `aud`" },
  "auth.tokens.jwksUrl": {
    kind: text,
    about: "Where the issuer's public keys are; found by OpenID discovery unless set",
  },
  "auth.tokens.key": {
    kind: text,
    secret: true,
    about: "A public key (PEM), or a secret shared with the issuer, instead",
  },
  "auth.tokens.algorithms": {
    kind: text,
    many: true,
    about: "Allowed signatures; those that go with the key unless set",
  },
  "auth.tokens.agentClaim": { kind: text, about: "The claim that names the agent; `sub` unless set" },
  "auth.tokens.rightsClaim": { kind: text, about: "The claim that lists the rights a token is good for at most" },
  "auth.tokens.clockTolerance": { kind: milliseconds, about: "Milliseconds clocks may differ; 30,000 unless set" },
  "auth.sessions.idle": {
    kind: milliseconds,
    about: "Milliseconds without a request that end a session; 12 hours unless set",
  },
  "auth.sessions.limit": { kind: milliseconds, about: "Milliseconds a session lasts at most; 7 days unless set" },
  "limits.body": { kind: count, about: "Bytes of a body; 1 MiB unless set" },
  "limits.depth": { kind: count, about: "How deep JSON may be nested; 64 unless set" },
  "limits.requests": { kind: count, about: "Requests being answered at a time; 1,000 unless set" },
  "limits.requestsEach": {
    kind: count,
    about: "Of those, from one agent or address, whose bodies are still to come; a quarter of them unless set",
  },
  "limits.waiting": { kind: count, about: "Requests that wait on purpose, such as claims; 10,000 unless set" },
  "limits.waitingEach": { kind: count, about: "Of those, from one agent; a quarter of them unless set" },
  "limits.unread": { kind: count, about: "Bytes of answers that are ready and not taken yet; 512 MiB unless set" },
  "limits.unreadEach": { kind: count, about: "Of those, for one agent; 64 MiB unless set" },
  "limits.streams": { kind: count, about: "Event streams in all; 10,000 unless set" },
  "limits.streamsEach": { kind: count, about: "Event streams of one agent; 100 unless set" },
  "limits.connections": { kind: count, about: "Connections at a time; 40,000 unless set" },
  "limits.rate": {
    kind: { type: "integer", least: 0 },
    about: "Requests a second of one agent; 2,000 unless set, 0 is any number",
  },
  "limits.headersWithin": {
    kind: milliseconds,
    about: "Milliseconds within which headers must have come; 10,000 unless set",
  },
  "limits.requestWithin": {
    kind: milliseconds,
    about: "Milliseconds within which a request must have come; 30,000 unless set",
  },
  "limits.keepAlive": {
    kind: milliseconds,
    about: "Milliseconds a connection is kept between requests; 30,000 unless set",
  },
  "limits.silence": {
    kind: milliseconds,
    about: "Milliseconds nothing may pass over a connection in use; 300,000 unless set",
  },
  "log.level": {
    kind: { type: "choice", of: ["trace", "debug", "info", "warn", "error", "fatal", "silent"] },
    default: "info",
    about: "What goes into the log",
  },
  proxies: { kind: text, many: true, default: [], about: "Addresses of proxies whose X-Forwarded-For is believed" },
  origins: {
    kind: text,
    many: true,
    default: [],
    about: "Other sites whose pages may call, as in https://board.example",
  },
  "metrics.token": {
    kind: text,
    secret: true,
    about: "Whoever sends it as a bearer may read /metrics, and nothing else",
  },
  webhooks: {
    kind: { type: "object" },
    many: true,
    default: [],
    secret: true,
    about:
      "Where people's notifications are posted to: each has a url, and may have a secret, types and a name; in the environment and as a flag in JSON",
    wrong: wrongWebhook,
  },
  sources: {
    kind: { type: "object" },
    many: true,
    default: [],
    secret: true,
    about:
      "Addresses that conditions may read as external.<name>: each has a name and a url, and may have method, headers, sends, timeout and size; in the environment and as a flag in JSON",
    wrong: wrongSource,
  },
  smtp: {
    kind: text,
    secret: true,
    about: "The server mail goes out by, as in smtp://user:password@mail.example:587; none is sent unless set",
    wrong: wrongSmtp,
  },
  mailFrom: { kind: text, about: "Whom mail comes from, as in Exlet <exlet@mail.example>", wrong: wrongSender },
  publicUrl: {
    kind: text,
    about: "Where people reach this server, as in https://exlet.example: notifications link to it",
    wrong: wrongAddress,
  },
}

export const settingPaths = Object.keys(settings) as readonly SettingPath[]

/** `auth.tokens.jwksUrl` is `EXLET_AUTH_TOKENS_JWKS_URL`. */
export function variableOf(path: SettingPath): string {
  return `EXLET_${path
    .replaceAll(".", "_")
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase()}`
}

/** `auth.tokens.jwksUrl` is `auth-tokens-jwks-url`. */
export function settingFlagOf(path: SettingPath): string {
  return path.replaceAll(".", "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
