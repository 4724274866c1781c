import type { JsonObject } from "../messages/json.ts"
import { drawingOf } from "../model/draw-process.ts"
import type { Drawing } from "../model/drawing.ts"
import { type Deployable, readDeployable } from "./examining.ts"

/** A process nobody has deployed yet: as it was written, and as something to look at. */
export interface Sketch {
  readonly source: JsonObject
  readonly net: Drawing
}

/** The processes in what somebody wrote, which must be free of errors. Their version is 0: they have none yet. */
export function sketchesOf(what: Deployable): readonly Sketch[] {
  return readDeployable(what).definitions.map(({ definition, source }) => ({ source, net: drawingOf(definition, 0) }))
}
