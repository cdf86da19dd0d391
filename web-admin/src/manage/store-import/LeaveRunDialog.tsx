import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { text } from './copy.ts'

/** Confirms leaving the page while an import is running. */
export function LeaveRunDialog({ answer }: { answer: (leave: boolean) => void }) {
  return (
    <Dialog title={text.leaveTitle} onClose={() => answer(false)}>
      <p>{text.leaveText}</p>
      <DialogActions>
        <Button tone="danger" onClick={() => answer(true)}>
          {text.leave}
        </Button>
        <Button tone="primary" data-autofocus onClick={() => answer(false)}>
          {text.stay}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
