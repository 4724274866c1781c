import { createWriteStream } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { dirname, resolve } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { answered } from "./answered.ts"
import type { Command, Output } from "./command.ts"
import { connected, connectionFlags } from "./connecting.ts"
import { exitCode } from "./exit-codes.ts"
import { file, jsonFlag, yes } from "./flags.ts"
import { isThere } from "./paths.ts"
import { progressText } from "./progress.ts"
import { examineFile } from "./store-file.ts"
import { Trouble } from "./trouble.ts"

export const backup: Command = {
  section: "Looking after it",
  summary: "Writes a copy of the whole store into a file, made while it is in use",
  more: ["The copy is checked before it gets its name. 'exlet restore' puts it back."],
  arguments: [{ name: "file", kind: file, about: "Where to write it; not overwritten without --force" }],
  flags: [{ name: "force", kind: yes, about: "Overwrites the file" }, jsonFlag, ...connectionFlags],
  run: (given, output, around) =>
    connected(given, around, async ({ client }) => {
      const name = given.sure("file")
      const path = resolve(around.folder, name)
      if (!given.is("force") && (await isThere(path)))
        throw new Trouble("FILE_EXISTS", `${name} is there already`, "Name another file, or say --force.")
      if (!(await isThere(dirname(path))))
        throw new Trouble("BACKUP_NOT_POSSIBLE", `There is no folder for ${name}`, "Make it first, or name another.")
      const told = await client.backup({}, { signal: around.signal })
      if (!told.ok) return answered(told, given, output)
      const unfinished = `${path}.part`
      try {
        const counting = (source: AsyncIterable<Uint8Array>) => counted(source, output)
        await pipeline(
          Readable.fromWeb(told.value as never),
          counting,
          createWriteStream(unfinished, { mode: 0o600, flush: true }),
        )
        output.progress?.("")
        const { bytes, entries } = examineFile(unfinished)
        await rename(unfinished, path)
        output.out(
          given.is("json")
            ? JSON.stringify({ file: name, bytes, entries })
            : `Wrote ${name}: ${bytes} bytes, ${entries} entries.`,
        )
      } finally {
        for (const end of ["", "-wal", "-shm"]) await rm(`${unfinished}${end}`, { force: true })
      }
      return exitCode.done
    }),
}

async function* counted(source: AsyncIterable<Uint8Array>, { progress }: Output): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const part of source) {
    bytes += part.length
    progress?.(progressText("bytes", bytes))
    yield part
  }
}
