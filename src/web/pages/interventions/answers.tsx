import type { Output } from "../../../client.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { Icon } from "../../parts/icon.tsx"
import { type AnswerGroup, answerGroups, answerWords, type PossibleAnswer } from "./answer-words.ts"
import "./answers.css"

interface Props {
  readonly of: Pick<Output<"intervention">, "id" | "case" | "item" | "class">
  readonly answers: readonly PossibleAnswer[]
  readonly canTeach: boolean
  readonly onChoose: (answer: PossibleAnswer) => void
}

/** Every answer that can be given as things stand, by what one wants; and why the others cannot. */
export function Answers({ of, answers, canTeach, onChoose }: Props) {
  const offered = answers.filter(({ do: verb, isPossible }) => isPossible && (verb !== "teach" || canTeach))
  const others = answers.filter(({ isPossible }) => !isPossible)
  return (
    <div className="answers stack">
      {(Object.keys(answerGroups) as AnswerGroup[]).map((group) => {
        const inside = offered.filter(({ do: verb }) => answerWords(verb).group === group)
        if (inside.length === 0) return null
        return (
          <section key={group} aria-label={answerGroups[group]}>
            <h3>{answerGroups[group]}</h3>
            <ul>
              {inside.map((answer) => (
                <li key={answer.do}>
                  {answer.do === "teach" ? (
                    <Link to={teachingAddress(of)} className="answer-tile">
                      <Tile answer={answer} />
                    </Link>
                  ) : (
                    <button type="button" className="answer-tile" onClick={() => onChoose(answer)}>
                      <Tile answer={answer} />
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {others.length > 0 && (
        <details>
          <summary>Not possible here ({others.length})</summary>
          <ul className="answers-other small">
            {others.map(({ do: verb, why }) => (
              <li key={verb}>
                <b>{answerWords(verb).title}</b> <span className="soft">{why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function Tile({ answer }: { readonly answer: PossibleAnswer }) {
  const { icon, title, about, isDangerous } = answerWords(answer.do)
  return (
    <>
      <span className={isDangerous ? "trouble answer-icon" : "answer-icon"}>
        <Icon name={icon} />
      </span>
      <span>
        <b>{title}</b>
        <span className="soft small">{about}</span>
      </span>
    </>
  )
}

function teachingAddress({ id, case: of, item, class: name }: Props["of"]): string {
  return addressOf("/rules/new", {}, { case: of, item, on: name, intervention: id })
}
