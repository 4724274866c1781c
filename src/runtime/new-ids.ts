import { randomBytes } from "node:crypto"
import { asFamilyId, type FamilyId } from "../messages/ids.ts"

/** Where new families get their ids from. */
export type NewFamilyId = (now: number) => FamilyId

const digits = "0123456789abcdefghjkmnpqrstvwxyz"

/** Sixteen characters that sort by time of birth (9 of the millisecond) and do not collide (7 by chance). */
export const newFamilyId: NewFamilyId = (now) => {
  let time = ""
  for (let rest = Math.max(0, Math.floor(now)), place = 0; place < 9; place++) {
    time = digits.charAt(rest % 32) + time
    rest = Math.floor(rest / 32)
  }
  let chance = ""
  for (const byte of randomBytes(7)) chance += digits.charAt(byte % 32)
  return asFamilyId(time + chance)
}
