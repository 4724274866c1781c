import { createReadStream } from "node:fs"
import { mkdtemp, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { FastifyReply } from "fastify"
import type { Asked } from "./asked.ts"
import { answerProblem } from "./problem-answers.ts"
import { visitOf } from "./visit.ts"

/** A copy of the store: written to a file of its own first, so that its length is known and a slow reader holds nothing up. */
export async function answerBackup({ door, request, reply, asking }: Asked): Promise<FastifyReply> {
  const closed = asking.desk.closedEverywhere(["administer"])
  if (closed) return answerProblem(request, reply, closed)
  const folder = await mkdtemp(join(tmpdir(), "exlet-backup-"))
  const clear = () => void rm(folder, { recursive: true, force: true })
  visitOf(request).onLeave(clear)
  if (asking.signal.aborted) clear()
  const file = join(folder, "backup.db")
  const told = await door.engine.backup(file)
  if (!told.ok) return answerProblem(request, reply, told.rejection)
  const { size } = await stat(file)
  return reply
    .headers({
      "content-type": "application/vnd.sqlite3",
      "content-length": String(size),
      "content-disposition": 'attachment; filename="exlet.db"',
    })
    .send(createReadStream(file))
}
