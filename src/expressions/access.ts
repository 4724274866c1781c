import { type Compiler, costOf, type Part } from "./compiler.ts"
import { type Evaluation, fail } from "./evaluation.ts"
import { didYouMean } from "./nearest.ts"
import type { Node, NodeOf } from "./syntax.ts"
import { isList, isMap, kindOf, type Value } from "./value.ts"
import { describeType, fieldType, joinTypes, type ValueType, withArticle } from "./value-type.ts"

export function compileName(compiler: Compiler, node: NodeOf<"name">): Part {
  const { name } = node
  const variable = compiler.variable(name)
  if (variable !== undefined) {
    const { slot, type } = variable
    return { node, type, cost: 1, run: (evaluation) => evaluation.slots[slot] as Value }
  }
  const type = freeNameType(compiler, node)
  return {
    node,
    type,
    cost: 1,
    run: (evaluation) =>
      evaluation.bindings.value(name) ??
      fail(evaluation, node, "MISSING_VALUE", `\`${name}\` has no value. Ask \`has(${name})\` first if that may be.`),
  }
}

/** Notes that the name is read; a name nobody declared is a finding, unless the vocabulary is open. */
export function freeNameType(compiler: Compiler, node: NodeOf<"name">): ValueType {
  const { names, open } = compiler.vocabulary
  compiler.names.add(node.name)
  const type = Object.hasOwn(names, node.name) ? names[node.name] : undefined
  if (type !== undefined || open === true) return type ?? "any"
  const known = Object.keys(names)
  const otherwise = known.length === 0 ? "No names are known here." : `Known here: ${known.slice(0, 12).join(", ")}.`
  const remedy = didYouMean(node.name, known, otherwise)
  return compiler.report(node, "UNKNOWN_NAME", `There is no \`${node.name}\` here.`, remedy).type
}

export function compileField(compiler: Compiler, node: NodeOf<"field">): Part {
  const of = compiler.compileRaw(node.of)
  const { field } = node
  const { run } = of
  return {
    node,
    type: typeOfField(compiler, of, node, field),
    cost: costOf([of]),
    run(evaluation) {
      const value = run(evaluation)
      if (isMap(value) && Object.hasOwn(value, field)) return value[field] ?? null
      return noSuchField(evaluation, node, value, field)
    },
  }
}

export function compileIndex(compiler: Compiler, node: NodeOf<"index">): Part {
  const [of, at] = [compiler.compileRaw(node.of), compiler.compile(node.at)]
  return {
    node,
    type: typeOfIndex(compiler, of, at, node),
    cost: costOf([of, at]),
    run(evaluation) {
      const value = of.run(evaluation)
      const key = at.run(evaluation)
      if (isList(value) && typeof key === "number") {
        const element = value[key]
        if (element !== undefined) return element
        const message = `The list has ${value.length} elements, counted from 0; there is none at ${key}.`
        return fail(evaluation, node, "NO_SUCH_ELEMENT", message)
      }
      if (typeof key !== "string") {
        const message = `Picking with ${withArticle(kindOf(key))} does not work on ${withArticle(kindOf(value))}.`
        return fail(evaluation, node, "BAD_OPERANDS", message)
      }
      if (isMap(value) && Object.hasOwn(value, key)) return value[key] ?? null
      return noSuchField(evaluation, node, value, key)
    },
  }
}

/** The type of a field that is read or asked for with `has`. */
export function typeOfField(compiler: Compiler, of: Part, node: Node, field: string): ValueType {
  if (of.node.kind === "name" && of.node.name === "external" && compiler.variable("external") === undefined)
    compiler.sources.add(field)
  if (of.type === "any") return "any"
  if (typeof of.type === "string" || "list" in of.type) {
    const message = `\`${compiler.text(of.node)}\` is ${withArticle(describeType(of.type))} and has no field \`${field}\`.`
    const isListed = typeof of.type !== "string"
    const remedy = isListed
      ? "Take an element, `[0]`, or go through all with `exists`, `all` or `map`."
      : "Remove the field."
    return compiler.report(node, "TYPE_MISMATCH", message, remedy).type
  }
  if ("map" in of.type) return of.type.map
  const type = fieldType(of.type, field)
  if (type !== undefined) return type
  const known = Object.keys(of.type.object)
  const message = `\`${compiler.text(of.node)}\` has no field \`${field}\`.`
  return compiler.report(node, "UNKNOWN_FIELD", message, didYouMean(field, known, `It has ${known.join(", ")}.`)).type
}

function typeOfIndex(compiler: Compiler, of: Part, at: Part, node: Node): ValueType {
  if (typeof at.constant === "string") return typeOfField(compiler, of, node, at.constant)
  const key = typeof of.type !== "string" && "list" in of.type ? "number" : "string"
  if (of.type !== "any" && (typeof of.type === "string" || (at.type !== "any" && at.type !== key))) {
    const message = `Picking with ${withArticle(describeType(at.type))} does not work on \`${compiler.text(of.node)}\`, ${withArticle(describeType(of.type))}.`
    const remedy = "Lists take a number, counted from 0; objects and maps the name of a field."
    return compiler.report(node, "TYPE_MISMATCH", message, remedy).type
  }
  if (of.type === "any") return "any"
  if ("list" in of.type) return of.type.list
  if ("map" in of.type) return of.type.map
  const [first, ...others] = Object.values(of.type.object)
  return first === undefined ? "any" : others.reduce(joinTypes, first)
}

function noSuchField(evaluation: Evaluation, node: Node, value: Value, field: string): never {
  if (!isMap(value))
    fail(evaluation, node, "BAD_OPERANDS", `There are no fields in ${withArticle(kindOf(value))}, so no \`${field}\`.`)
  const remedy = didYouMean(field, Object.keys(value), "Ask has() first if it may be absent.")
  return fail(evaluation, node, "NO_SUCH_FIELD", `There is no field \`${field}\`. ${remedy}`)
}
