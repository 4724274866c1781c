import type { Json, JsonObject } from "../messages/json.ts"

/** A type of data as the language writes it. `T` is what a value is in TypeScript, `Needed` whether a case needs one to start. */
export type Field<T, Needed extends boolean = false> = JsonObject & { readonly [meaning]?: readonly [T, Needed] }

/** The fields of a process or an object. */
export type FieldMap = { readonly [name: string]: Field<unknown, boolean> }

/** The TypeScript type of data with these fields: those that must be given are not optional. */
export type ValuesOf<F> = Flat<
  { readonly [K in keyof F as F[K] extends Field<unknown, true> ? K : never]: ValueOf<F[K]> } & {
    readonly [K in keyof F as F[K] extends Field<unknown, true> ? never : K]?: ValueOf<F[K]>
  }
>

export interface FieldOptions<T extends Json> {
  readonly title?: string
  readonly default?: T
  readonly required?: boolean
  readonly enum?: readonly T[]
  /** It belongs to the family: every process that declares it so has the same one. */
  readonly shared?: boolean
}

export interface BoundedOptions<T extends Json> extends FieldOptions<T> {
  readonly min?: number
  readonly max?: number
}

export interface StructureOptions {
  readonly title?: string
  readonly default?: Json
  readonly required?: boolean
  /** The data class rules can bind to. */
  readonly class?: string
  /** It belongs to the family: every process that declares it so has the same one. */
  readonly shared?: boolean
}

/** Text; `min` and `max` bound its length. */
export function string<const O extends BoundedOptions<string>>(options?: O): Field<Allowed<O, string>, Needs<O>> {
  return { type: "string", ...options }
}

/** A whole number. */
export function integer<const O extends BoundedOptions<number>>(options?: O): Field<Allowed<O, number>, Needs<O>> {
  return { type: "integer", ...options }
}

/** Any number. */
export function number<const O extends BoundedOptions<number>>(options?: O): Field<Allowed<O, number>, Needs<O>> {
  return { type: "number", ...options }
}

/** True or false. */
export function boolean<const O extends FieldOptions<boolean>>(options?: O): Field<boolean, Needs<O>> {
  return { type: "boolean", ...options }
}

/** A day, as `2026-01-05`. */
export function date<const O extends FieldOptions<string>>(options?: O): Field<string, Needs<O>> {
  return { type: "date", ...options }
}

/** A moment by RFC 3339, as `2026-01-05T09:00:00Z`. */
export function datetime<const O extends FieldOptions<string>>(options?: O): Field<string, Needs<O>> {
  return { type: "datetime", ...options }
}

/** An ISO 8601 duration, as `P30D`. */
export function duration<const O extends FieldOptions<string>>(options?: O): Field<string, Needs<O>> {
  return { type: "duration", ...options }
}

/** Whatever JSON can hold. */
export function any<const O extends FieldOptions<Json>>(options?: O): Field<Json, Needs<O>> {
  return { type: "any", ...options }
}

/** A list of one type, or of objects with these fields: `list({ sku: string(), qty: integer() })`; `min` and `max` bound its size. */
export function list<
  const F extends Field<unknown, boolean> | FieldMap,
  const O extends StructureOptions & { min?: number; max?: number },
>(of: F, options?: O): Field<readonly ElementOf<F>[], Needs<O>> {
  return { list: isField(of) ? of : { object: of }, ...options }
}

/** An object with these fields. */
export function object<const F extends FieldMap, const O extends StructureOptions>(
  fields: F,
  options?: O,
): Field<ValuesOf<F>, Needs<O>> {
  return { object: fields, ...options }
}

declare const meaning: unique symbol

type Flat<T> = { [K in keyof T]: T[K] }
type ValueOf<F> = F extends Field<infer T, boolean> ? T : never
type ElementOf<F> = typeof meaning extends keyof F ? ValueOf<F> : ValuesOf<F>
type Allowed<O, T> = O extends { readonly enum: readonly (infer E)[] } ? E : T
type Needs<O> = O extends { readonly required: true } ? (O extends { readonly default: Json } ? false : true) : false

/** As in the language: in a list, what has a `type`, `list` or `object` is a type. Fields called so go into `object(…)` first. */
function isField(of: JsonObject): boolean {
  return typeof of.type === "string" || Object.hasOwn(of, "list") || Object.hasOwn(of, "object")
}
