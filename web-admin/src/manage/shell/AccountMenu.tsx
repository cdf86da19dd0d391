import type { Admin } from '@kingcar/contract'
import { useStore } from 'zustand/react'
import { useCurrentAdmin } from '../api/use-current-admin.ts'
import { EmailAddress } from '../components/EmailAddress.tsx'
import { Menu, MenuChoices, MenuItem, Unfolds } from '../components/Menu.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { speakArrivals, spokenArrivals } from '../page/spoken-arrivals.ts'
import { copy as shared } from '../text/copy.ts'
import { copy } from './copy.ts'
import { chooseScheme, schemes, useScheme } from './scheme-choice.ts'
import styles from './shell.module.css'
import { useSignOut } from './use-sign-out.ts'

const load = async () => (await import('./PasswordDialog.tsx')).PasswordDialog

const arrivalChoices = [
  ['on', copy.arrivals.on],
  ['off', copy.arrivals.off],
] as const
const choices = schemes.map((scheme) => [scheme, copy.scheme[scheme]] as const)

/** Opens the third-party licences, a file that the build writes. */
const showLicences = () => void window.open('/licenses.txt', '_blank', 'noopener')

/** Menu of the account: who is signed in, colour scheme, password, licences, sign-out. */
export function AccountMenu() {
  const admin = useCurrentAdmin()
  const scheme = useScheme()
  const { on } = useStore(spokenArrivals)
  const { Dialog: PasswordDialog, show, hide } = useLazyDialog(load, copy.password.openFailed)
  const signOut = useSignOut()
  const label = admin === undefined ? shared.account.label : copy.accountOf(admin.name)
  return (
    <>
      <Menu
        label={label}
        face={<Unfolds>{admin?.name ?? shared.account.label}</Unfolds>}
        head={admin && <Who {...admin} />}
      >
        <MenuChoices label={copy.scheme.label} choices={choices} chosen={scheme} onChoose={chooseScheme} />
        <MenuChoices
          label={copy.arrivals.label}
          choices={arrivalChoices}
          chosen={on ? 'on' : 'off'}
          onChoose={(choice) => speakArrivals(choice === 'on')}
        />
        <MenuItem onClick={show}>{copy.password.open}</MenuItem>
        <MenuItem onClick={showLicences}>{copy.licences}</MenuItem>
        <MenuItem onClick={() => void signOut()}>{shared.account.signOut}</MenuItem>
      </Menu>
      {PasswordDialog !== null && <PasswordDialog onClose={hide} />}
    </>
  )
}

const Who = ({ name, email }: Pick<Admin, 'name' | 'email'>) => (
  <p className={styles.account}>
    {name}
    <EmailAddress>{email}</EmailAddress>
  </p>
)
