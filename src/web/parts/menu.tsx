import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { Button } from "./button.tsx"
import { Icon, type IconName } from "./icon.tsx"
import "./menu.css"

export interface MenuChoice {
  readonly label: string
  readonly icon?: IconName
  readonly isDangerous?: boolean
  readonly onChoose: () => void
}

interface Props {
  readonly label: string
  readonly icon?: IconName
  /** Only its icon is shown. */
  readonly isBare?: boolean
  readonly choices: readonly MenuChoice[]
}

/** A button that opens a list of things to do: arrow keys, Enter, Escape. Nothing is shown where there is nothing to do. */
export function Menu({ label, icon = "down", isBare = false, choices }: Props) {
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    frame.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
    const outside = (event: Event) => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false)
    }
    addEventListener("pointerdown", outside)
    return () => removeEventListener("pointerdown", outside)
  }, [isOpen])
  if (choices.length === 0) return null
  const close = () => {
    setOpen(false)
    frame.current?.querySelector("button")?.focus()
  }
  const pressed = (event: KeyboardEvent) => {
    if (!isOpen) return
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (event.key === "Escape" || event.key === "Tab") close()
    else if (step !== 0) {
      const all = [...(frame.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
      const at = all.indexOf(document.activeElement as HTMLElement)
      all.at((at + step + all.length) % all.length)?.focus()
    } else return
    if (event.key !== "Tab") event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that bubble up from the menu's own buttons
    <div ref={frame} className="menu" onKeyDown={pressed}>
      <Button
        icon={icon}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isBare && { look: "quiet", "aria-label": label })}
        onClick={() => setOpen(!isOpen)}
      >
        {isBare ? undefined : label}
      </Button>
      {isOpen && (
        <div role="menu" aria-label={label}>
          {choices.map((choice) => (
            <button
              key={choice.label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={choice.isDangerous ? "dangerous" : undefined}
              onClick={() => {
                close()
                choice.onChoose()
              }}
            >
              {choice.icon && <Icon name={choice.icon} />}
              {choice.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
