import { Copyable } from '../components/Copyable.tsx'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { copy } from '../text/copy.ts'

type LinkDialogProps = {
  title: string
  text: string
  /** A path means: of this console. */
  link: string
  label: string
  onClose: () => void
}

/** Shows a link that is not stored. */
export const LinkDialog = ({ title, text, link, label, onClose }: LinkDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <p>{text}</p>
    <Copyable block text={new URL(link, location.origin).href} label={`${label} ${copy.actions.copy}`} />
    <DialogActions>
      <Button data-autofocus onClick={onClose}>
        {copy.actions.close}
      </Button>
    </DialogActions>
  </Dialog>
)
