import type { Wait } from "./definition.ts"
import { checkEither, checkKeys, has, optional, present, required } from "./read-fields.ts"
import { isMap, type Reader, readDuration, readExpression, readName } from "./read-value.ts"

/** `P1D`, `{ until: <expression> }` or `{ message: name, key: <expression> }`. */
export const readWait: Reader<Wait> = (value, path, what, report) => {
  if (!isMap(value)) {
    const duration = readDuration(value, path, what, report)
    return duration === undefined ? undefined : { form: "duration", duration, path }
  }
  const fields = { map: value, path, what, report }
  checkKeys(fields, ["until", "message", "key"])
  checkEither(fields, ["until", "message"], "Wait for one of them; to wait for both, put two waits into a 'parallel'.")
  checkEither(fields, ["until", "key"], "A 'key' belongs to a 'message'.")
  if (has(value, "until")) {
    const until = optional(fields, "until", readExpression)
    return until && { form: "until", until }
  }
  const message = required(fields, "message", readName, "Write a duration, { until: … } or { message: …, key: … }.")
  const key = optional(fields, "key", readExpression)
  return message === undefined ? undefined : { form: "message", message, ...present({ key }) }
}
