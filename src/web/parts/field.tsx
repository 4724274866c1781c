import { type ReactNode, useId } from "react"
import "./field.css"

interface Props {
  readonly label: string
  /** More about it, below. */
  readonly about?: ReactNode
  /** What is wrong with what is there. */
  readonly problem?: string | undefined
  readonly isRequired?: boolean
  /** Gets the ids that tie label, help and problem to the control. */
  readonly children: (control: Control) => ReactNode
}

export interface Control {
  readonly id: string
  readonly "aria-describedby"?: string
  readonly "aria-invalid"?: true
  readonly required?: true
}

/** A control with its label above, and what is wrong beside it. */
export function Field({ label, about, problem, isRequired = false, children }: Props) {
  const id = useId()
  const described = [about && `${id}-about`, problem && `${id}-problem`].filter(Boolean).join(" ")
  return (
    <div className={`field${problem ? " wrong" : ""}`}>
      <label htmlFor={id}>
        {label}
        {isRequired && (
          <span className="field-required" aria-hidden="true">
            {" "}
            *
          </span>
        )}
      </label>
      {children({
        id,
        ...(described && { "aria-describedby": described }),
        ...(problem && { "aria-invalid": true }),
        ...(isRequired && { required: true }),
      })}
      {about && (
        <p id={`${id}-about`} className="field-about">
          {about}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className="field-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
