/**
 * Does something that makes errors only to list them. Finding out where each was made takes a hundred times as long as making it,
 * and a text can be nothing but errors.
 */
export function withoutTraces<Value>(work: () => Value): Value {
  const engine = Error as { stackTraceLimit?: number }
  const { stackTraceLimit: before } = engine
  engine.stackTraceLimit = 0
  try {
    return work()
  } finally {
    if (before === undefined) delete engine.stackTraceLimit
    else engine.stackTraceLimit = before
  }
}
