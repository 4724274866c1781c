import { type ChildProcess, spawn } from "node:child_process"

/**
 * Ends the processes it was told of when this one ends, however that happens: a shell reads which there are, and kills what is left when nobody writes
 * any more. Signals to all of the group do not keep it from that.
 */
export class Guardian {
  readonly #shell: ChildProcess

  constructor() {
    this.#shell = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "ignore", "ignore"] })
    this.#shell.stdin?.on("error", () => undefined)
  }

  watch(child: ChildProcess): void {
    const { pid } = child
    if (pid === undefined) return
    this.#shell.stdin?.write(`+ ${pid}\n`)
    child.once("exit", () => this.#shell.stdin?.writable && this.#shell.stdin.write(`- ${pid}\n`))
  }

  /** Whatever is left is killed. */
  end(): void {
    this.#shell.stdin?.end()
  }
}

const script = `trap '' TERM INT HUP; all=' '
  while read -r what pid; do
    all=$(echo "$all" | sed "s/ $pid / /")
    if [ "$what" = + ]; then all="$all$pid "; fi
  done
  for pid in $all; do kill -KILL "$pid"; done`
