import { useNavigate } from '@tanstack/react-router'
import { logout } from '../../api.ts'
import { notify } from '../../toasts/toasts.tsx'
import { Menu, MenuItem } from '../components/Menu.tsx'
import { copy } from '../copy.ts'
import { sendRemovals } from '../removal.ts'
import { mayLeave } from '../unsaved.ts'

/** Signs out here at once; the server hears of it meanwhile. */
export function AccountMenu() {
  const navigate = useNavigate()
  const signOut = async () => {
    if (!(await mayLeave())) return
    await sendRemovals()
    void logout()
    notify.success(copy.account.signedOut)
    void navigate({ to: '/login' })
  }
  return (
    <Menu label={copy.account.label} face={<Face />}>
      <MenuItem onClick={() => void signOut()}>{copy.account.signOut}</MenuItem>
    </Menu>
  )
}

const Face = () => (
  <>
    {copy.account.label}
    <svg viewBox="0 0 12 12" width="12" height="12" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden>
      <path d="M2.5 4.5 6 8l3.5-3.5" />
    </svg>
  </>
)
