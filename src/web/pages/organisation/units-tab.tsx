import { Empty } from "../../parts/empty.tsx"
import { Icon } from "../../parts/icon.tsx"
import type { OrganisationFacts, Unit } from "./organisation-facts.ts"
import "./units-tab.css"

/** The units inside each other, with who leads them and who is in them. */
export function UnitsTab({ facts }: { readonly facts: OrganisationFacts }) {
  const names = new Set(facts.units.map(({ name }) => name))
  const outer = facts.units.filter((unit) => unit.in === undefined || !names.has(unit.in))
  if (outer.length === 0)
    return (
      <Empty icon="people" title="There are no units">
        Units say who leads whom, and where somebody may do something.
      </Empty>
    )
  return (
    <ul className="units">
      {outer.map((unit) => (
        <UnitOf key={unit.name} unit={unit} facts={facts} />
      ))}
    </ul>
  )
}

function UnitOf({ unit, facts }: { readonly unit: Unit; readonly facts: OrganisationFacts }) {
  const inner = facts.units.filter((each) => each.in === unit.name && each.name !== unit.name)
  const members = facts.agents.filter((agent) => agent.unit === unit.name)
  const called = (name: string) => facts.agents.find((agent) => agent.name === name)?.title ?? name
  return (
    <li className="unit">
      <p>
        <strong>{unit.title}</strong> <code className="soft">{unit.name}</code>
        {unit.manager && <span className="soft"> led by {called(unit.manager)}</span>}
      </p>
      {members.length > 0 && (
        <ul className="unit-members">
          {members.map(({ name, title, isProgram }) => (
            <li key={name} className={name === unit.manager ? "manager" : undefined}>
              <Icon name={isProgram ? "program" : "people"} size={13} /> {title}
            </li>
          ))}
        </ul>
      )}
      {inner.length > 0 && (
        <ul className="units inner">
          {inner.map((each) => (
            <UnitOf key={each.name} unit={each} facts={facts} />
          ))}
        </ul>
      )}
    </li>
  )
}
