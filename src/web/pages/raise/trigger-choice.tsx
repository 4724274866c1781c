import { useId } from "react"
import { changeQuery } from "../../app/location.tsx"
import { Icon } from "../../parts/icon.tsx"
import { Skeleton } from "../../parts/skeleton.tsx"
import type { RaisedChoice } from "./triggers.ts"
import "./trigger-choice.css"

interface Props {
  readonly triggers: readonly RaisedChoice[]
  readonly chosen: string | undefined
  readonly isLoading: boolean
}

/** What people may raise here, with what would be done about it; the last is for everything else. */
export function TriggerChoice({ triggers, chosen, isLoading }: Props) {
  const name = useId()
  const levels = [
    { title: "With this item", rows: triggers.filter(({ level }) => level === "item") },
    { title: "With the case", rows: triggers.filter(({ level }) => level === "case") },
  ].filter(({ rows }) => rows.length > 0)
  return (
    <div className="trigger-choice" role="radiogroup" aria-label="What has happened">
      {isLoading && <Skeleton lines={2} />}
      {levels.map(({ title, rows }) => (
        <div key={title} className="stack tight">
          <h2>{title}</h2>
          {rows.map((trigger) => (
            <Choice
              key={trigger.key}
              name={name}
              isChosen={trigger.key === chosen}
              value={trigger.key}
              title={trigger.title}
              about={aboutOf(trigger)}
              icon={trigger.wouldRun ? "exlet" : trigger.isEvent ? "message" : "intervention"}
            />
          ))}
        </div>
      ))}
      <div className="stack tight">
        {levels.length > 0 && <h2>None of these</h2>}
        <Choice
          name={name}
          isChosen={chosen === "else"}
          value="else"
          title="Something else"
          about="The case stops at once, and somebody is asked"
          icon="held"
        />
      </div>
    </div>
  )
}

function aboutOf({ wouldRun, isEvent }: RaisedChoice): string {
  if (wouldRun) return `Then ${wouldRun} would run`
  return isEvent ? "The rules would do nothing as things stand" : "Somebody would be asked what to do"
}

interface ChoiceProps {
  readonly name: string
  readonly value: string
  readonly isChosen: boolean
  readonly title: string
  readonly about: string
  readonly icon: "exlet" | "intervention" | "held" | "message"
}

function Choice({ name, value, isChosen, title, about, icon }: ChoiceProps) {
  return (
    <label className="trigger">
      <input type="radio" name={name} value={value} checked={isChosen} onChange={() => changeQuery({ what: value })} />
      <span className="stack trigger-words">
        <span className="trigger-title">{title}</span>
        <span className="soft small row nowrap">
          <Icon name={icon} size={13} />
          <span>{about}</span>
        </span>
      </span>
    </label>
  )
}
