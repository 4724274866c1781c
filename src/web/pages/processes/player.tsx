import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { Button } from "../../parts/button.tsx"
import { Icon } from "../../parts/icon.tsx"
import type { Frame } from "./counterexample.ts"
import "./player.css"

interface Props {
  readonly frames: readonly Frame[]
  /** Which of them is shown. */
  readonly at: number
  readonly onMove: (at: number) => void
  readonly onClose: () => void
}

const pace = 1300

/** Plays a counterexample: by itself, or step by step with the arrow keys; Space holds it, Escape ends it. */
export function Player({ frames, at, onMove, onClose }: Props) {
  const [isPlaying, setPlaying] = useState(true)
  const last = frames.length - 1
  const region = useRef<HTMLElement>(null)
  useEffect(() => region.current?.focus(), [])
  useEffect(() => {
    if (!isPlaying) return
    if (at >= last) {
      setPlaying(false)
      return
    }
    const timer = setTimeout(() => onMove(at + 1), pace)
    return () => clearTimeout(timer)
  }, [isPlaying, at, last, onMove])
  const step = (by: number) => {
    setPlaying(false)
    onMove(Math.min(last, Math.max(0, at + by)))
  }
  const toggle = () => {
    if (!isPlaying && at >= last) onMove(0)
    setPlaying(!isPlaying)
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "ArrowRight") step(1)
    else if (event.key === "ArrowLeft") step(-1)
    else if (event.key === "Home") step(-last)
    else if (event.key === "End") step(last)
    else if (event.key === " " && event.target === region.current) toggle()
    else if (event.key === "Escape") onClose()
    else return
    event.preventDefault()
  }
  return (
    <section ref={region} className="player" aria-label="How it comes about" tabIndex={0} onKeyDown={pressed}>
      <div className="row nowrap">
        <h3 className="grow">How it comes about</h3>
        <Button look="quiet" icon="left" aria-label="Step back" disabled={at === 0} onClick={() => step(-1)} />
        <Button icon={isPlaying ? "held" : "play"} onClick={toggle}>
          {isPlaying ? "Pause" : "Play"}
        </Button>
        <Button look="quiet" icon="right" aria-label="Step" disabled={at === last} onClick={() => step(1)} />
        <Button look="quiet" icon="close" aria-label="Stop playing" onClick={onClose} />
      </div>
      <ol>
        {frames.map((frame, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place among the others
          <li key={index} className={look(index, at, frame)}>
            <button
              type="button"
              aria-current={index === at ? "step" : undefined}
              onClick={() => {
                setPlaying(false)
                onMove(index)
              }}
            >
              <Icon name={frame.isEnd ? "trouble" : index < at ? "completed" : "started"} size={14} />
              <span className="grow">
                {frame.text}
                {frame.with && <code> {frame.with}</code>}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <p className="unseen" role="status">
        {frames[at]?.text}
      </p>
    </section>
  )
}

const look = (index: number, at: number, { isEnd }: Frame): string =>
  `${index === at ? "now" : index < at ? "before" : "later"}${isEnd ? " end" : ""}`
