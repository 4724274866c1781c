import { Button } from "../../parts/button.tsx"
import { CopiedText } from "../../parts/copied-text.tsx"
import { Dialog } from "../../parts/dialog.tsx"

/** A secret that was just made. Only its hash is kept, so nobody can show it again. */
export function SecretDialog({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  return (
    <Dialog
      title="The secret of the key"
      onClose={onClose}
      foot={
        <Button look="main" onClick={onClose}>
          I have kept it
        </Button>
      }
    >
      <p>Keep it now: it is shown this once.</p>
      <CopiedText label="Secret" text={secret} />
    </Dialog>
  )
}
