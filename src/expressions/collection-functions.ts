import { holds } from "./comparison.ts"
import { type FunctionTable, overload } from "./function-table.ts"
import { characterCount, scanned } from "./text-functions.ts"

export const COLLECTION_FUNCTIONS: FunctionTable = {
  size: [
    overload(["string"], "number", ([text], site) => characterCount(scanned(text, site))),
    overload([{ list: "any" }], "number", ([list]) => list.length),
    overload([{ map: "any" }], "number", ([map]) => Object.keys(map).length),
  ],
  /** Is every element of the first list also in the second? */
  subsetOf: [
    overload([{ list: "any" }, { list: "any" }], "boolean", ([part, whole], site) =>
      part.every((element) => holds(site.evaluation, site.node, whole, element)),
    ),
  ],
}
