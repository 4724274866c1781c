import type { JsonObject } from "../messages/json.ts"
import type { Addressed } from "../runtime/channel.ts"

/** A letter as CloudEvents 1.0 says, in structured JSON. */
export function cloudEvent(letter: Addressed, publicUrl: string | undefined): JsonObject {
  const { id, type, at, family, case: of, process, text, to, about, class: name, more } = letter
  return {
    specversion: "1.0",
    id,
    source: publicUrl ?? "urn:exlet",
    type,
    subject: of,
    time: new Date(at).toISOString(),
    datacontenttype: "application/json",
    data: {
      family,
      case: of,
      process,
      text: more === undefined ? text : `${text} (and ${more} more like it)`,
      ...(to !== undefined && { to }),
      ...(about !== undefined && { about }),
      ...(name !== undefined && { class: name }),
      ...(more !== undefined && { more }),
    },
  }
}
