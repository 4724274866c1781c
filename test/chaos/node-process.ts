import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { resolve } from "node:path"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import type { Guardian } from "./guardian.ts"
import type { NodeSettings } from "./node.ts"

/** A server in a process of its own: `exlet serve` itself where its clock is right, else the same server with another clock. */
export class NodeProcess {
  readonly settings: NodeSettings
  readonly url: string
  /** What it said before it ended, if nobody had asked it to. */
  readonly onDeath: (last: string) => void
  readonly #guardian: Guardian
  #ahead: number
  #child: ChildProcess | undefined
  #isWanted = false

  constructor(settings: NodeSettings, guardian: Guardian, onDeath: (last: string) => void) {
    this.settings = settings
    this.#ahead = settings.ahead
    this.#guardian = guardian
    this.url = `http://127.0.0.1:${settings.port}`
    this.onDeath = onDeath
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Whether its clock can be set while it runs. */
  get hasOwnClock(): boolean {
    return this.settings.ahead !== 0
  }

  get isUp(): boolean {
    return this.#isWanted
  }

  /** Resolves when it listens, or when it ended before that: nobody can start while the database is down. */
  async start(): Promise<"up" | "failed"> {
    const settings = { ...this.settings, ahead: this.#ahead }
    const child = spawn(process.execPath, commandOf(settings, this.hasOwnClock), {
      stdio: ["ignore", "ignore", "pipe", ...(this.hasOwnClock ? (["ipc"] as const) : [])],
    })
    this.#guardian.watch(child)
    this.#child = child
    const lines: string[] = []
    const listening = new Promise<"up" | "failed">((done) => {
      createInterface({ input: child.stderr as Readable }).on("line", (line) => {
        if (lines.push(line) > 30) lines.shift()
        if (!line.includes("listens at")) return
        this.#isWanted = true
        done("up")
      })
      child.once("exit", () => {
        done("failed")
        if (this.#child !== child || !this.#isWanted) return
        this.#isWanted = false
        this.onDeath(lines.join("\n"))
      })
    })
    return listening
  }

  async kill(signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> {
    const child = this.#child
    this.#isWanted = false
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, "exit")
    child.kill(signal)
    await ended
  }

  /** Sets its clock, while it runs as well as when it is started again. */
  setClock(ahead: number): void {
    this.#ahead = ahead
    if (this.#child?.connected) this.#child.send({ ahead }, () => undefined)
  }

  pause(): void {
    this.#child?.kill("SIGSTOP")
  }

  resume(): void {
    this.#child?.kill("SIGCONT")
  }
}

const cli = resolve(import.meta.dirname, "../../src/cli/main.ts")
const entry = resolve(import.meta.dirname, "node.ts")

function commandOf(settings: NodeSettings, hasOwnClock: boolean): readonly string[] {
  const { store, port, webhook } = settings
  if (hasOwnClock) return [entry, JSON.stringify(settings)]
  const hook = JSON.stringify({ name: "hook", url: webhook })
  const flags = ["--no-auth", "--limits-rate", "0", "--log-level", "silent", "--webhooks", hook]
  return [cli, "serve", "--port", String(port), "--store", store, ...flags]
}
