import { type DragEvent, type KeyboardEvent, useRef, useState } from "react"
import type { Output } from "../../../client.ts"
import type { Json } from "../../../messages/json.ts"
import { Button } from "../button.tsx"
import { drawThen } from "../draw-then.ts"
import { Icon } from "../icon.tsx"
import {
  changedStep,
  formOfStep,
  movedStep,
  newStep,
  type StepForm,
  stepSummary,
  withoutStep,
  withStep,
} from "./chain.ts"
import { StepFields } from "./step-fields.tsx"
import { groupIcon } from "./step-groups.ts"
import "./step-chain.css"

type Finding = Output<"checkCondition">["findings"][number]

interface Props {
  readonly steps: readonly Json[]
  readonly forms: readonly StepForm[]
  readonly findings: ReadonlyMap<number | undefined, readonly Finding[]>
  readonly isFixed: boolean
  readonly at: string
  readonly onChange: (steps: readonly Json[]) => void
}

/** Steps in their order, each with its form; dragged or moved by Alt and an arrow. */
export function StepChain({ steps, forms, findings, isFixed, at, onChange }: Props) {
  const [over, setOver] = useState<number>()
  const list = useRef<HTMLOListElement>(null)

  const move = (from: number, to: number) => {
    const next = movedStep(steps, from, to)
    if (next === steps) return
    drawThen(
      () => onChange(next),
      () => focus(to),
    )
  }
  const focus = (at: number) => list.current?.querySelector<HTMLElement>(`[data-step="${at}"]`)?.focus()
  const remove = (at: number) => {
    drawThen(
      () => onChange(withoutStep(steps, at)),
      () => focus(Math.min(at, steps.length - 2)),
    )
  }
  const pressed = (event: KeyboardEvent, at: number) => {
    if (event.key === "Delete" && event.target === event.currentTarget) return remove(at)
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return
    event.preventDefault()
    move(at, at + (event.key === "ArrowUp" ? -1 : 1))
  }
  const dropped = (event: DragEvent, at: number) => {
    event.preventDefault()
    setOver(undefined)
    const word = event.dataTransfer.getData("exlet/step")
    const form = forms.find((each) => each.word === word)
    if (form) return onChange(withStep(steps, newStep(form), at))
    const from = Number.parseInt(event.dataTransfer.getData("exlet/place"), 10)
    if (!Number.isNaN(from)) move(from, from < at ? at - 1 : at)
  }
  const dropping = (at: number) =>
    isFixed
      ? {}
      : {
          onDragOver: (event: DragEvent) => {
            event.preventDefault()
            setOver(at)
          },
          onDragLeave: () => setOver(undefined),
          onDrop: (event: DragEvent) => dropped(event, at),
        }
  return (
    <ol className="step-chain" ref={list} aria-label="Steps">
      {steps.map((step, index) => {
        const form = formOfStep(step, forms)
        const wrong = findings.get(index) ?? []
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the chain
          <li key={`${index} ${form?.word}`} className={over === index ? "over" : undefined} {...dropping(index)}>
            <div
              className={`step-card${wrong.some(({ severity }) => severity === "error") ? " wrong" : ""}`}
              data-step={index}
              role="group"
              tabIndex={isFixed ? -1 : 0}
              aria-label={`Step ${index + 1}: ${form?.title ?? "unknown"} ${stepSummary(step, form)}`}
              onKeyDown={isFixed ? undefined : (event) => pressed(event, index)}
            >
              <header>
                {!isFixed && (
                  // biome-ignore lint/a11y/noStaticElementInteractions: whoever uses keys moves the step by Alt and an arrow
                  <span
                    className="step-drag"
                    draggable
                    title="Drag, or press Alt and an arrow"
                    onDragStart={(event) => event.dataTransfer.setData("exlet/place", String(index))}
                  >
                    <Icon name="drag" />
                  </span>
                )}
                <span className="step-icon">
                  <Icon name={groupIcon(form?.group)} />
                </span>
                <strong className="grow" title={form?.about}>
                  {form?.title ?? "Unknown step"}
                </strong>
                {!isFixed && (
                  <>
                    <Button
                      look="quiet"
                      icon="up"
                      aria-label={`Step ${index + 1} up`}
                      disabled={index === 0}
                      onClick={() => move(index, index - 1)}
                    />
                    <Button
                      look="quiet"
                      icon="down"
                      aria-label={`Step ${index + 1} down`}
                      disabled={index === steps.length - 1}
                      onClick={() => move(index, index + 1)}
                    />
                    <Button
                      look="quiet"
                      icon="close"
                      aria-label={`Remove step ${index + 1}`}
                      onClick={() => remove(index)}
                    />
                  </>
                )}
              </header>
              {form && <p className="soft small">{form.about}</p>}
              {form ? (
                <StepFields
                  step={step}
                  form={form}
                  isFixed={isFixed}
                  at={at}
                  onChange={(name, value) => onChange(changedStep(steps, index, name, value))}
                />
              ) : (
                <code>{JSON.stringify(step)}</code>
              )}
              {wrong.map(({ code, message, remedy, severity }) => (
                <p key={code + message} className={severity === "error" ? "field-problem" : "soft"}>
                  {message} {remedy}
                </p>
              ))}
            </div>
          </li>
        )
      })}
      {!isFixed && (
        <li className={`step-end${over === steps.length ? " over" : ""}`} {...dropping(steps.length)}>
          {steps.length === 0 ? "Click steps, or drag them here." : "Drop a step here"}
        </li>
      )}
    </ol>
  )
}
