import type { Output } from "../../../client.ts"
import type { Json } from "../../../messages/json.ts"
import { titleOf } from "../../../model/forms.ts"
import { Answer } from "../../parts/answer.tsx"
import { ValueShown } from "../../parts/data-shown.tsx"
import { Icon } from "../../parts/icon.tsx"
import { Moment } from "../../parts/moment.tsx"
import { useAsk } from "../../server/ask.ts"
import { processForm } from "../../words/process-form.ts"
import "./context.css"

/** The data of the case, and what is held meanwhile. */
export function Context({ of }: { readonly of: Output<"intervention"> }) {
  const seen = useAsk("case", { case: of.case }, { of: of.family })
  const item = useAsk("item", { item: of.item ?? "" }, { of: of.family, when: of.item !== undefined })
  const written = useAsk("process", { process: of.process })
  const fields = new Map((written.data ? processForm(written.data).fields : []).map((field) => [field.name, field]))
  return (
    <Answer of={seen}>
      {({ data, holds }) => {
        const own = new Set(item.data?.form.fields.map(({ name }) => name))
        const names = Object.keys(data).toSorted((one, other) => Number(own.has(other)) - Number(own.has(one)))
        return (
          <div className="stack">
            {holds.length > 0 && (
              <ul className="context-holds">
                {holds.map(({ id, reason, at }) => (
                  <li key={id} className="held">
                    <Icon name="held" />
                    <span className="grow">Held: {reason}</span>
                    <span className="soft small">
                      <Moment at={at} />
                    </span>
                  </li>
                ))}
              </ul>
            )}
            {names.length === 0 && <p className="soft">The case has no data yet.</p>}
            <dl className="context-data">
              {names.map((name) => (
                <div key={name}>
                  <dt>{fields.get(name)?.title ?? titleOf(name)}</dt>
                  <dd>
                    <ValueShown value={data[name]} field={fields.get(name)} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        )
      }}
    </Answer>
  )
}

/** What an exception brought with it. */
export function Parameters({ parameters }: { readonly parameters: Readonly<Record<string, Json>> }) {
  const told = Object.entries(parameters).filter(([name]) => name !== "message")
  if (told.length === 0) return null
  return (
    <dl className="context-data">
      {told.map(([name, value]) => (
        <div key={name}>
          <dt>{titleOf(name)}</dt>
          <dd>
            <ValueShown value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
