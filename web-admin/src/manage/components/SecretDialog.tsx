import { copy } from '../text/copy.ts'
import { Copyable } from './Copyable.tsx'
import { Button } from './controls.tsx'
import { Dialog, DialogActions } from './Dialog.tsx'

type SecretDialogProps = {
  title: string
  text: string
  /** Null if the response with it was lost. */
  secret: string | null
  label: string
  /** What to do without it. */
  lost: string
  onClose: () => void
}

/** Shows a text that is not stored, such as a link or a key. */
export const SecretDialog = ({ title, text, secret, label, lost, onClose }: SecretDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    {secret === null ? (
      <p role="alert">{lost}</p>
    ) : (
      <>
        <p>{text}</p>
        <Copyable block text={secret} label={`${label} ${copy.actions.copy}`} />
      </>
    )}
    <DialogActions>
      <Button data-autofocus onClick={onClose}>
        {copy.actions.close}
      </Button>
    </DialogActions>
  </Dialog>
)
