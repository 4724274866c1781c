import { type ChildProcessByStdio, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { fileURLToPath } from "node:url"

export type StoreProcess = ChildProcessByStdio<null, Readable, null>

/** Another process with a store on the file; see `sqlite-child.ts` for what it does and says. */
export function storeProcess(file: string, task = "open"): StoreProcess {
  const script = fileURLToPath(new URL("sqlite-child.ts", import.meta.url))
  return spawn(process.execPath, [script, file, task], { stdio: ["ignore", "pipe", "inherit"] })
}

export async function linesOf({ stdout }: StoreProcess): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of createInterface(stdout)) lines.push(line)
  return lines
}
