/** What is known about a value before it is there. `any` fits everything and is checked when evaluated. */
export type ValueType =
  | "string"
  | "number"
  | "boolean"
  | "timestamp"
  | "duration"
  | "null"
  | "any"
  | { readonly list: ValueType }
  | { readonly object: Readonly<Record<string, ValueType>> }
  | { readonly map: ValueType }

export function describeType(type: ValueType): string {
  if (typeof type === "string") return type
  if ("list" in type) return type.list === "any" ? "list" : `list of ${describeType(type.list)}`
  if ("map" in type) return type.map === "any" ? "map" : `map of ${describeType(type.map)}`
  const fields = Object.keys(type.object)
  if (fields.length === 0) return "object"
  return `object with ${fields.slice(0, 5).join(", ")}${fields.length > 5 ? ", …" : ""}`
}

/** The article a kind of value has in a message. */
export function withArticle(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`
}

/** Can a value of this type stand where `wanted` is asked for? Null is no condition, but may stand for anything else. */
export function fits(type: ValueType, wanted: ValueType): boolean {
  if (type === wanted || type === "any" || wanted === "any") return true
  if (type === "null") return wanted !== "boolean"
  if (typeof type === "string" || typeof wanted === "string") return false
  if ("list" in wanted) return "list" in type && fits(type.list, wanted.list)
  if ("list" in type) return false
  if ("map" in wanted) return fieldTypes(type).every((field) => fits(field, wanted.map))
  if ("map" in type) return fieldTypes(wanted).every((field) => fits(type.map, field))
  return Object.entries(wanted.object).every(([name, field]) => fits(fieldType(type, name) ?? "any", field))
}

/** Can `==` between these two types ever be true? */
export function areComparable(left: ValueType, right: ValueType): boolean {
  if (left === right || [left, right].some((type) => type === "any" || type === "null")) return true
  if (typeof left === "string" || typeof right === "string") return false
  if ("list" in left && "list" in right) return areComparable(left.list, right.list)
  return !("list" in left) && !("list" in right)
}

/** The narrowest of the types here that both fit. */
export function joinTypes(left: ValueType, right: ValueType): ValueType {
  if (left === right || right === "null") return left
  if (left === "null") return right
  if (typeof left === "string" || typeof right === "string") return "any"
  if ("list" in left && "list" in right) return { list: joinTypes(left.list, right.list) }
  if ("map" in left && "map" in right) return { map: joinTypes(left.map, right.map) }
  if ("object" in left && "object" in right) return joinObjects(left.object, right.object)
  return "any"
}

/** The type of a declared field; never one that every JavaScript object has. */
export function fieldType(type: { readonly object: Readonly<Record<string, ValueType>> }, name: string) {
  return Object.hasOwn(type.object, name) ? type.object[name] : undefined
}

/** Timestamps and durations arrive as strings; this says whether some have to be converted. */
export function holdsTimes(type: ValueType): boolean {
  if (typeof type === "string") return type === "timestamp" || type === "duration"
  return "list" in type ? holdsTimes(type.list) : fieldTypes(type).some(holdsTimes)
}

function fieldTypes(type: Exclude<ValueType, string | { readonly list: ValueType }>): readonly ValueType[] {
  return "map" in type ? [type.map] : Object.values(type.object)
}

function joinObjects(left: Readonly<Record<string, ValueType>>, right: typeof left): ValueType {
  const names = Object.keys(left)
  if (names.length !== Object.keys(right).length || !names.every((name) => Object.hasOwn(right, name))) return "any"
  return {
    object: Object.fromEntries(names.map((name) => [name, joinTypes(left[name] ?? "any", right[name] ?? "any")])),
  }
}
