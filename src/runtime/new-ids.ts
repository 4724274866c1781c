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

/**
 * Returns ids that sort by time of birth: nine characters of the millisecond, seven of chance. Within one millisecond each is
 * higher than the one before, so that two cases begun at once keep their order.
 */
export function familyIdsInOrder(): NewFamilyId {
  let last: { readonly now: number; readonly places: readonly number[] } | undefined
  return (now) => {
    const places = last?.now === now ? following(last.places) : begun(now)
    last = { now, places }
    return asFamilyId(places.map((place) => digits.charAt(place)).join(""))
  }
}

export const newFamilyId: NewFamilyId = familyIdsInOrder()

const timePlaces = 9
const chancePlaces = 7

function begun(now: number): readonly number[] {
  const places: number[] = []
  for (let rest = Math.max(0, Math.floor(now)); places.length < timePlaces; rest = Math.floor(rest / 32))
    places.unshift(rest % 32)
  for (let place = 0; place < chancePlaces; place++) places.push(nextByte() % 32)
  return places
}

/** Up to 32,768 further on, by chance, so that nodes that begin alike do not go on alike. */
function following(before: readonly number[]): readonly number[] {
  const places = [...before]
  let rest = 1 + ((nextByte() << 7) | (nextByte() >> 1))
  for (let at = places.length - 1; at >= 0 && rest > 0; at--) {
    const sum = (places[at] ?? 0) + rest
    places[at] = sum % 32
    rest = Math.floor(sum / 32)
  }
  return places
}
