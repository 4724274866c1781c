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
  // While the copy is being written its folder must stay, whoever has gone.
  let isWriting = true
  const clear = () => rm(folder, { recursive: true, force: true }).catch(() => undefined)
  visitOf(request).onLeave(() => {
    if (!isWriting) void clear()
  })
  const file = join(folder, "backup.db")
  const told = await door.engine.backup(file).finally(() => {
    isWriting = false
  })
  if (asking.signal.aborted) {
    await clear()
    reply.hijack()
    return reply
  }
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
