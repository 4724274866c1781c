import { randomBytes } from "node:crypto"
import { asFamilyId, type FamilyId } from "../messages/ids.ts"

/** Where new families get their ids from. */
export type NewFamilyId = (now: number) => FamilyId

const digits = "0123456789abcdefghjkmnpqrstvwxyz"

// One call for many bytes: asking the system for seven at a time costs more than a case does.
let bytes = randomBytes(0)
let used = 0
function nextByte(): number {
  if (used >= bytes.length) {
    bytes = randomBytes(4096)
    used = 0
  }
  return bytes[used++] ?? 0
}

/** Sixteen characters that sort by time of birth (9 of the millisecond) and do not collide (7 by chance). */
export const newFamilyId: NewFamilyId = (now) => {
  let time = ""
  for (let rest = Math.max(0, Math.floor(now)), place = 0; place < 9; place++) {
    time = digits.charAt(rest % 32) + time
    rest = Math.floor(rest / 32)
  }
  let chance = ""
  for (let place = 0; place < 7; place++) chance += digits.charAt(nextByte() % 32)
  return asFamilyId(time + chance)
}
