import { useState } from "react"
import type { Output } from "../../../client.ts"
import { addressOf, Link } from "../../app/location.tsx"
import { ActionDialog } from "../../parts/action-dialog.tsx"
import { Button } from "../../parts/button.tsx"
import { Icon } from "../../parts/icon.tsx"
import { useSession } from "../../server/session.tsx"
import { DelegateDialog } from "./delegate-dialog.tsx"
import type { ItemAction } from "./item-standing.ts"
import type { Doing } from "./item-work.tsx"
import { useKnownOfItem } from "./use-known-of-item.ts"

interface Props {
  readonly item: Output<"item">
  readonly family: string
  readonly title: string
  readonly actions: readonly ItemAction[]
  readonly busy: Doing | undefined
  readonly onDo: (what: Doing) => void
  /** It is with somebody else now: what to say. */
  readonly onGone: (says: string) => void
}

/** What can be done with an item; what gives it away asks why. */
export function ItemActions({ item, title, actions, busy, onDo, onGone }: Props) {
  const { may } = useSession()
  const [open, setOpen] = useState<"decline" | "handBack" | "delegate">()
  const close = () => setOpen(undefined)
  const known = useKnownOfItem(item, title)
  const has = (action: ItemAction) => actions.includes(action)
  const direct = (what: Doing, label: string, more: Partial<Parameters<typeof Button>[0]>) =>
    has(what) && (
      <Button isBusy={busy === what} disabled={busy !== undefined} onClick={() => onDo(what)} {...more}>
        {label}
      </Button>
    )
  const canRaise = has("raise") && may("raise")
  if (actions.length === 0 || (actions.every((each) => each === "raise") && !canRaise)) return null
  return (
    <footer className="item-actions row">
      {direct("complete", "Complete", { look: "main", icon: "completed", title: "Ctrl Enter" })}
      {direct("save", "Save", { icon: "check" })}
      {direct("start", "Start", { icon: "started" })}
      {direct("take", "Take", { icon: "allocated", title: "Nobody else can have it then" })}
      <span className="grow" />
      {has("decline") && (
        <Button look="quiet" onClick={() => setOpen("decline")}>
          Decline
        </Button>
      )}
      {has("handBack") && (
        <Button look="quiet" onClick={() => setOpen("handBack")}>
          Hand back
        </Button>
      )}
      {has("delegate") && (
        <Button look="quiet" onClick={() => setOpen("delegate")}>
          Delegate
        </Button>
      )}
      {canRaise && (
        <Link className="button quiet" to={addressOf("/cases/:case/raise", { case: item.case }, { item: item.id })}>
          <Icon name="trouble" /> Raise
        </Link>
      )}
      {open === "decline" && (
        <ActionDialog
          verb="declineItem"
          input={{ item: item.id }}
          title={`Decline “${title}”`}
          label="Decline"
          known={known}
          onDone={() => onGone(`You have declined “${title}”.`)}
          onClose={close}
        />
      )}
      {open === "handBack" && (
        <ActionDialog
          verb="handBackItem"
          input={{ item: item.id }}
          title={`Hand back “${title}”`}
          label="Hand back"
          known={known}
          onDone={() => onGone(`You have handed back “${title}”.`)}
          onClose={close}
        />
      )}
      {open === "delegate" && (
        <DelegateDialog item={item} title={title} known={known} onDone={onGone} onClose={close} />
      )}
    </footer>
  )
}
