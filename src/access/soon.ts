/** What is known already, or will be: who came a moment ago is let in without waiting. */
export type Soon<Value> = Value | Promise<Value>

export function onceKnown<Value, Result>(value: Soon<Value>, go: (value: Value) => Soon<Result>): Soon<Result> {
  return value instanceof Promise ? value.then(go) : go(value)
}
