import { changeQuery } from "../../app/location.tsx"
import { Field } from "../../parts/field.tsx"
import { useAsk } from "../../server/ask.ts"
import { useScopeTitle } from "../../server/scope-title.ts"

interface Props {
  readonly on: string
  readonly at: string
  /** Where the answer was wrong. */
  readonly case: string
  readonly item?: string
}

/** How far the rule reaches: only where its case stood, or in what is around it. */
export function RuleScope({ on, at, case: id, item }: Props) {
  const outlook = useAsk("applies", { on, case: id, ...(item !== undefined && { item }) })
  const told = outlook.data?.scopes ?? []
  const scopes = told.includes(at) ? told : [at, ...told]
  const title = useScopeTitle(scopes[0])
  return (
    <Field label="Where" about="A rule further in is asked first; one further out where none of those answers.">
      {(control) => (
        <select {...control} className="input" value={at} onChange={(event) => changeQuery({ at: event.target.value })}>
          {scopes.map((scope) => (
            <option key={scope} value={scope}>
              {words(scope, title(scope))}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function words(scope: string, title: string): string {
  if (scope === "everywhere") return "Everywhere, in every process"
  if (scope.includes(":")) return `For ${title}`
  return scope.includes("/") ? `At “${title}”` : `Anywhere in “${title}”`
}
