import { Copyable } from '../components/Copyable.tsx'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { text as words } from './copy.ts'

const text = words.factor

/** The recovery codes, which are shown once. Escape does not close it: the codes would be lost. */
export const RecoveryCodesDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => (
  <Dialog title={text.codesTitle} busy onClose={onClose}>
    <p>{text.codesText}</p>
    <Copyable block text={codes.join('\n')} label={text.codesLabel} />
    <DialogActions>
      <Button onClick={() => window.print()}>{text.print}</Button>
      <Button tone="primary" data-autofocus onClick={onClose}>
        {text.kept}
      </Button>
    </DialogActions>
  </Dialog>
)
