import type { IconName } from "../parts/icon.tsx"

export type Tone = "idle" | "ready" | "busy" | "done" | "held" | "trouble" | "waiting"

/** How a state looks and what it is called. */
export interface Look {
  readonly tone: Tone
  readonly icon: IconName
  readonly word: string
}

/** Of a case, an item, an exception or an intervention; what is held looks held, unless it is over. */
export function lookOf(state: string, isHeld = false): Look {
  const look = looks[state] ?? { tone: "idle", icon: "enabled", word: state }
  return isHeld && look.tone !== "done" && look.tone !== "trouble" && !over.has(state) ? held : look
}

const held: Look = { tone: "held", icon: "held", word: "held" }
const over: ReadonlySet<string> = new Set(["removed", "skipped", "withdrawn", "undone", "exhausted"])

const looks: Readonly<Record<string, Look>> = {
  running: { tone: "busy", icon: "started", word: "running" },
  enabled: { tone: "ready", icon: "enabled", word: "enabled" },
  offered: { tone: "ready", icon: "enabled", word: "offered" },
  allocated: { tone: "ready", icon: "allocated", word: "allocated" },
  started: { tone: "busy", icon: "started", word: "started" },
  executing: { tone: "busy", icon: "started", word: "executing" },
  awaiting: { tone: "waiting", icon: "waiting", word: "waits for somebody" },
  waiting: { tone: "waiting", icon: "waiting", word: "waiting" },
  completed: { tone: "done", icon: "completed", word: "completed" },
  "force-completed": { tone: "done", icon: "completed", word: "completed from outside" },
  done: { tone: "done", icon: "completed", word: "done" },
  resolved: { tone: "done", icon: "completed", word: "resolved" },
  dismissed: { tone: "idle", icon: "removed", word: "dismissed" },
  propagated: { tone: "idle", icon: "up", word: "propagated" },
  failed: { tone: "trouble", icon: "failed", word: "failed" },
  open: { tone: "trouble", icon: "trouble", word: "open" },
  handling: { tone: "busy", icon: "exlet", word: "being handled" },
  trouble: { tone: "trouble", icon: "trouble", word: "in trouble" },
  exhausted: { tone: "idle", icon: "removed", word: "exhausted" },
  removed: { tone: "idle", icon: "removed", word: "removed" },
  skipped: { tone: "idle", icon: "skipped", word: "skipped" },
  withdrawn: { tone: "idle", icon: "removed", word: "withdrawn" },
  undone: { tone: "idle", icon: "undo", word: "undone" },
  notReady: { tone: "idle", icon: "enabled", word: "not yet" },
  ready: { tone: "ready", icon: "enabled", word: "ready" },
  suspended: { tone: "held", icon: "held", word: "suspended" },
  aborted: { tone: "idle", icon: "removed", word: "aborted" },
  held,
}
