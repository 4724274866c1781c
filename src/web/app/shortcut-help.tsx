import { Dialog } from "../parts/dialog.tsx"
import type { Place } from "./pages.tsx"

interface Props {
  readonly places: readonly Place[]
  readonly onClose: () => void
}

export function ShortcutHelp({ places, onClose }: Props) {
  const keys: readonly (readonly [string, string])[] = [
    ["Ctrl K or /", "Go to a page, a case, an item; or do something"],
    ...places.map(({ letter, title }) => [`g ${letter}`, title] as const),
    ["j and k", "Next and previous in a list"],
    ["Enter", "Open what is chosen"],
    ["Ctrl Enter", "Complete the item whose form is written on"],
    ["?", "This help"],
    ["Escape", "Close what is open"],
    ["+ − 0", "In a net: closer, farther, all of it; arrow keys go from step to step"],
  ]
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="shortcut-list">
        {keys.map(([key, what]) => (
          <div key={key} className="row nowrap">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
