import { type PermissionDefinition, type PermissionPlace, RIGHTS, type Right } from "./organisation.ts"
import { checkKeys, optional, present } from "./read-fields.ts"
import { wrong } from "./read-finding.ts"
import { readSome } from "./read-one-or-more.ts"
import { isList, isMap, type Reader, readName, readOneOf, wrongKind } from "./read-value.ts"
import { EVERYWHERE } from "./scope-text.ts"

/** Rights that hold everywhere, or each with the places where it holds. */
export const readPermission: Reader<PermissionDefinition> = (value, path, what, report) => {
  const subject = `${what[0]?.toUpperCase()}${what.slice(1)}`
  if (typeof value === "string" || isList(value)) {
    const rights = readSome(readOneOf(RIGHTS))(value, path, isList(value) ? what : subject, report) ?? []
    return { rights: new Map(rights.map((right) => [right, [{}]])) }
  }
  if (!isMap(value)) return wrongKind(value, path, subject, PERMISSION_FORMS, report)
  const fields = { map: value, path, what, report }
  checkKeys(fields, RIGHTS)
  const rights = new Map<Right, readonly PermissionPlace[]>()
  for (const right of RIGHTS) {
    const places = optional(fields, right, readPlaces)
    if (places !== undefined) rights.set(right, places)
  }
  return { rights }
}

const readPlaces: Reader<readonly PermissionPlace[]> = (value, path, what, report) =>
  value === true ? [{}] : readSome(readPlace)(value, path, what, report)

/** What cannot be read is nowhere: an empty place would be everywhere. */
const readPlace: Reader<PermissionPlace> = (value, path, what, report) => {
  if (value === EVERYWHERE) return {}
  if (typeof value === "string") return somewhere({ process: readName(value, path, what, report) })
  if (!isMap(value)) return wrongKind(value, path, what, PLACE_FORMS, report)
  const fields = { map: value, path, what: "the place", report }
  checkKeys(fields, ["process", "unit"])
  if (Object.keys(value).length === 0)
    return wrong(report, "EMPTY", path, `${what} names no place.`, `Write ${PLACE_FORMS}.`)
  return somewhere({ process: optional(fields, "process", readName), unit: optional(fields, "unit", readName) })
}

function somewhere(place: { readonly process: string | undefined; readonly unit?: string | undefined }) {
  const named: PermissionPlace = present(place)
  return Object.keys(named).length === 0 ? undefined : named
}

const PLACE_FORMS = "a process, { process: …, unit: … } or 'everywhere'"
const PERMISSION_FORMS = `a list of ${RIGHTS.join(", ")}, or a map from these to places,`
