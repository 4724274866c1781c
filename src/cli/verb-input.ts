import { targetOf } from "../api/routes.ts"
import type { OperationName } from "../client.ts"
import type { Argument } from "./flags.ts"
import type { Given } from "./given.ts"
import { fieldsOf, isListOfTexts } from "./schema-flags.ts"
import type { Surroundings } from "./surroundings.ts"
import { UsageError } from "./trouble.ts"
import { flagFields, nameOf, pairFlag, pairsField, type Verb } from "./verb-shape.ts"
import type { Said } from "./word.ts"

/** What an operation is sent: what stands in its places, its flags, and what its word fills in. */
export async function inputOf(
  { said, name, operation }: Verb,
  args: readonly Argument[],
  given: Given,
  around: Surroundings,
): Promise<Readonly<Record<string, unknown>>> {
  const filled = (await said.fill?.(given, around)) ?? {}
  const input: Record<string, unknown> = {}
  const fields = said.arguments ? [] : [...targetOf(name).parameters, ...((said.places ?? []) as readonly string[])]
  fields.forEach((field, index) => {
    const argument = args[index]
    if (argument === undefined || !given.has(argument.name)) return
    input[field] = argument.many ? given.list(argument.name) : given.value(argument.name)
  })
  const pairs = pairsField(operation)
  for (const { field, name: flag, schema } of flagFields({ said, operation })) {
    if (field === pairs) {
      const data = given.object(flag, pairFlag.name)
      if (data !== undefined) input[field] = data
    } else if (given.has(flag)) input[field] = isListOfTexts(schema) ? given.list(flag) : given.value(flag)
  }
  const whole = { ...input, ...filled }
  for (const [field, , isRequired] of [...fieldsOf(operation.parameters), ...fieldsOf(operation.input)])
    if (isRequired && !(field in whole) && !isSought(field, said))
      throw new UsageError(`${missing(field, fields, said)} is missing.`)
  return whole
}

function isSought(field: string, { seek, optional }: Said<OperationName>): boolean {
  return seek !== undefined && ((optional ?? []) as readonly string[]).includes(field)
}

function missing(field: string, places: readonly string[], said: Said<OperationName>): string {
  return places.includes(field) ? field.toUpperCase() : `--${nameOf(said, field)}`
}
