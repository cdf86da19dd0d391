import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { copy } from '../text/copy.ts'

type LeaveDialogProps = {
  busy?: boolean
  onStay: () => void
  /** Absent if there is more than one thing to save. */
  onSave?: () => void
  onLeave: () => void
}

/** Asks what to do with unsaved changes. */
export function LeaveDialog({ busy = false, onStay, onSave, onLeave }: LeaveDialogProps) {
  return (
    <Dialog title={copy.form.leaveTitle} busy={busy} onClose={onStay}>
      <p>{copy.form.leaveText}</p>
      <DialogActions>
        <Button tone="danger" busy={busy} onClick={() => busy || onLeave()}>
          {copy.form.leave}
        </Button>
        {onSave !== undefined && (
          <Button busy={busy} onClick={() => busy || onSave()}>
            {copy.form.saveAndLeave}
          </Button>
        )}
        <Button tone="primary" data-autofocus onClick={() => busy || onStay()}>
          {copy.form.stay}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
