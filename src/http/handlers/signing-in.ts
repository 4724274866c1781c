import type { Key, Keys } from "../../access/keys.ts"
import { parseMoment } from "../../expressions/time.ts"
import { RIGHTS } from "../../model/organisation.ts"
import type { HandlersOf } from "../handler.ts"
import { given, refused, told } from "./answers.ts"
import { noMoment } from "./people.ts"

export function signingIn(keys: Keys): HandlersOf<"me" | "keys" | "createKey" | "rotateKey" | "revokeKey"> {
  return {
    async me(_, { desk, csrf }) {
      const { agent, by } = desk.principal
      const rights = RIGHTS.filter((right) => desk.somewhere([right]))
      return given({ agent, by, rights, ...(csrf !== undefined && { csrf }) })
    },

    async keys(_, { desk }) {
      const closed = desk.closedEverywhere(["administer"])
      return closed ? refused(closed) : given({ rows: (await keys.listKeys()).map(shown) })
    },

    async createKey({ expiresAt: written, ...asked }, { desk }) {
      const closed = desk.closedEverywhere(["administer"])
      if (closed) return refused(closed)
      const expiresAt = typeof written === "string" ? parseMoment(written) : written
      if (written !== undefined && expiresAt === undefined) return refused(noMoment("expiresAt", written))
      const made = await keys.createKey({ ...asked, ...(expiresAt !== undefined && { expiresAt }) }, desk.agent)
      return told(made, ({ row, secret }) => ({ key: shown(row), secret }))
    },

    async rotateKey({ key, overlap }, { desk }) {
      const closed = desk.closedEverywhere(["administer"])
      if (closed) return refused(closed)
      const rotated = await keys.rotateKey(key, overlap === undefined ? {} : { overlap })
      return told(rotated, ({ row, secret }) => ({ key: shown(row), secret }))
    },

    async revokeKey({ key }, { desk }) {
      const closed = desk.closedEverywhere(["administer"])
      return closed ? refused(closed) : told(await keys.revokeKey(key), (row) => ({ key: shown(row) }))
    },
  }
}

function shown({ kind: _, rights, ...key }: Key) {
  return { ...key, ...(rights !== undefined && { rights: RIGHTS.filter((right) => rights.includes(right)) }) }
}
