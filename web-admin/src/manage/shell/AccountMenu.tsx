import { useNavigate } from '@tanstack/react-router'
import { logout } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { Menu, MenuChoices, MenuItem, Unfolds } from '../components/Menu.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { mayLeave } from '../page/unsaved-changes-guard.ts'
import { copy as shared } from '../text/copy.ts'
import { flushDeletions } from '../undo/undoable-delete.ts'
import { copy } from './copy.ts'
import { chooseScheme, schemes, useScheme } from './scheme-choice.ts'

const load = async () => (await import('./PasswordDialog.tsx')).PasswordDialog
/** Milliseconds that signing out waits for pending deletions to be sent. */
const patience = 1_500

const choices = schemes.map((scheme) => [scheme, copy.scheme[scheme]] as const)

/** Opens the third-party licences, a file that the build writes. */
const showLicences = () => void window.open('/licenses.txt', '_blank', 'noopener')

/** Menu of the account: colour scheme, password, licences, sign-out. Signing out does not wait for the server. */
export function AccountMenu() {
  const navigate = useNavigate()
  const scheme = useScheme()
  const { Dialog: PasswordDialog, show, hide } = useLazyDialog(load, copy.password.openFailed)
  const signOut = async () => {
    if (!(await mayLeave())) return
    // If the server does not respond, sign out without waiting longer.
    await Promise.race([flushDeletions(), new Promise((resolve) => setTimeout(resolve, patience))])
    void logout()
    notify.success(shared.account.signedOut)
    void navigate({ to: '/login' })
  }
  return (
    <>
      <Menu label={shared.account.label} face={<Unfolds>{shared.account.label}</Unfolds>}>
        <MenuChoices label={copy.scheme.label} choices={choices} chosen={scheme} onChoose={chooseScheme} />
        <MenuItem onClick={show}>{copy.password.open}</MenuItem>
        <MenuItem onClick={showLicences}>{copy.licences}</MenuItem>
        <MenuItem onClick={() => void signOut()}>{shared.account.signOut}</MenuItem>
      </Menu>
      {PasswordDialog !== null && <PasswordDialog onClose={hide} />}
    </>
  )
}
