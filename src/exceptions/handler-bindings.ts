import type { Bindings } from "../expressions/expression.ts"
import type { Json, JsonObject } from "../messages/json.ts"
import { EVENT_FIELDS } from "../model/vocabulary.ts"

/** What the condition and the steps of a bound handler see: its parameters, then what is there anyway, then the event's own parameters. */
export function handlerBindings(bindings: Bindings, given: JsonObject): Bindings {
  return new HandlerBindings(bindings, given)
}

class HandlerBindings implements Bindings {
  readonly #bindings: Bindings
  readonly #given: JsonObject

  constructor(bindings: Bindings, given: JsonObject) {
    this.#bindings = bindings
    this.#given = given
  }

  value(name: string): Json | undefined {
    if (Object.hasOwn(this.#given, name)) return this.#given[name]
    const value = this.#bindings.value(name)
    if ((value ?? null) !== null || EVENT_FIELDS.some((field) => field === name)) return value
    const event = this.#bindings.value("event")
    return isObject(event) && Object.hasOwn(event, name) ? event[name] : undefined
  }

  call(name: string, args: readonly Json[]): Json | undefined {
    return this.#bindings.call?.(name, args)
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
