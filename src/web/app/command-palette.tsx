import { type KeyboardEvent, useDeferredValue, useId, useMemo, useState } from "react"
import { titleOf } from "../../model/forms.ts"
import { Dialog } from "../parts/dialog.tsx"
import { Icon, type IconName } from "../parts/icon.tsx"
import { useAsk } from "../server/ask.ts"
import { useSession } from "../server/session.tsx"
import { addressOf, navigate } from "./location.tsx"
import type { Place } from "./pages.tsx"
import "./command-palette.css"

interface Choice {
  readonly key: string
  readonly title: string
  readonly about: string
  readonly icon: IconName
  readonly to: string
}

interface Props {
  readonly places: readonly Place[]
  readonly onClose: () => void
}

/** Anything by a few of its letters: pages, processes, trees, exlets; a case by its number, a case or an item by its id. */
export function CommandPalette({ places, onClose }: Props) {
  const [text, setText] = useState("")
  const [at, setAt] = useState(0)
  const id = useId()
  const wanted = useDeferredValue(text.trim())
  const choices = useChoices(places, wanted)
  const chosen = Math.min(at, Math.max(0, choices.length - 1))
  const go = (choice: Choice | undefined) => {
    if (!choice) return
    onClose()
    navigate(choice.to)
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setAt(Math.min(chosen + 1, choices.length - 1))
    else if (event.key === "ArrowUp") setAt(Math.max(chosen - 1, 0))
    else if (event.key === "Enter") go(choices[chosen])
    else return
    event.preventDefault()
  }
  return (
    <Dialog title="Go to…" onClose={onClose}>
      <input
        className="input"
        role="combobox"
        aria-label="What to go to"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={choices[chosen] && `${id}-${chosen}`}
        placeholder="A page, a process, a rule, an exlet, a case number, or the id of a case or item"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={pressed}
      />
      <div role="listbox" id={id} aria-label="Found" className="palette">
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field does it
          <div
            key={choice.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => go(choice)}
            onMouseMove={() => setAt(index)}
          >
            <Icon name={choice.icon} />
            <span className="grow cut">{choice.title}</span>
            <span className="soft small cut">{choice.about}</span>
          </div>
        ))}
        {choices.length === 0 && <p className="soft">Nothing is called like that.</p>}
      </div>
    </Dialog>
  )
}

const most = 40

function useChoices(places: readonly Place[], wanted: string): readonly Choice[] {
  const { may } = useSession()
  const canSee = may("see", "teach")
  const processes = useAsk("processes", {}, { when: may("see") })
  const trees = useAsk("trees", {}, { when: canSee })
  const exlets = useAsk("exlets", {}, { when: canSee })
  const isId = /^[\w-]{6,}(\.\w+)?$/.test(wanted)
  const [family = ""] = wanted.split(".")
  const isNumber = /\d/.test(wanted) && wanted.length <= 200
  const named = useAsk("cases", { family, limit: 20 }, { when: isId && may("see") })
  const numbered = useAsk("cases", { number: wanted, limit: 20 }, { when: isNumber && may("see") })
  return useMemo(() => {
    const all: Choice[] = [
      ...places.map(({ path, title, icon }) => ({ key: path, title, about: "page", icon, to: path })),
      ...(processes.data?.rows ?? []).flatMap(({ name, title }) => [
        {
          key: `process ${name}`,
          title: title ?? titleOf(name),
          about: "process",
          icon: "process" as const,
          to: addressOf("/processes/:process", { process: name }),
        },
        {
          key: `cases ${name}`,
          title: `Cases of ${title ?? titleOf(name)}`,
          about: "cases",
          icon: "cases" as const,
          to: addressOf("/cases", {}, { process: name }),
        },
      ]),
      ...(trees.data?.rows ?? []).map(({ key }) => ({
        key: `tree ${key}`,
        title: key,
        about: "rules",
        icon: "rules" as const,
        to: addressOf("/rules/:tree", { tree: key }),
      })),
      ...(exlets.data?.rows ?? []).map(({ name }) => ({
        key: `exlet ${name}`,
        title: name,
        about: "exlet",
        icon: "exlet" as const,
        to: addressOf("/exlets/:exlet", { exlet: name }),
      })),
    ]
    const found = new Map([...(named.data?.rows ?? []), ...(numbered.data?.rows ?? [])].map((row) => [row.id, row]))
    const cases = [...found.values()].map(({ id, number, process, state }) => ({
      key: `case ${id}`,
      title: number === undefined ? id : `${number} · ${id}`,
      about: `${processes.data?.rows.find(({ name }) => name === process)?.title ?? titleOf(process)}, ${state}`,
      icon: "cases" as const,
      to: addressOf("/cases/:case", { case: id }),
    }))
    const words = wanted.toLowerCase().split(/\s+/)
    const fits = ({ title, about }: Choice) => words.every((word) => `${title} ${about}`.toLowerCase().includes(word))
    return [...cases, ...all.filter(fits)].slice(0, most)
  }, [places, processes.data, trees.data, exlets.data, named.data, numbered.data, wanted])
}
