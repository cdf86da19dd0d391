import { type Admin, adminRoleLabels } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useStore } from 'zustand/react'
import { storesQuery } from '../api/queries.ts'
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

/** Menu of the account: name and role, stores, colour scheme, the page of the account, password, licences, sign-out. */
export function AccountMenu({ admin }: { admin: Admin | undefined }) {
  const scheme = useScheme()
  const { on } = useStore(spokenArrivals)
  const { Dialog: PasswordDialog, show, hide } = useLazyDialog(load, copy.password.openFailed)
  const signOut = useSignOut()
  const navigate = useNavigate()
  const label = admin === undefined ? shared.account.label : copy.accountOf(admin.name, adminRoleLabels[admin.role])
  return (
    <>
      <Menu
        label={label}
        face={<Unfolds>{admin === undefined ? shared.account.label : <Face {...admin} />}</Unfolds>}
        head={admin && <Who {...admin} />}
      >
        <MenuChoices label={copy.scheme.label} choices={choices} chosen={scheme} onChoose={chooseScheme} />
        <MenuChoices
          label={copy.arrivals.label}
          choices={arrivalChoices}
          chosen={on ? 'on' : 'off'}
          onChoose={(choice) => speakArrivals(choice === 'on')}
        />
        <MenuItem onClick={() => void navigate({ to: '/manage/account' })}>{copy.ownAccount}</MenuItem>
        <MenuItem onClick={show}>{copy.password.open}</MenuItem>
        <MenuItem onClick={showLicences}>{copy.licences}</MenuItem>
        <MenuItem onClick={() => void signOut()}>{shared.account.signOut}</MenuItem>
      </Menu>
      {PasswordDialog !== null && <PasswordDialog onClose={hide} />}
    </>
  )
}

const Face = ({ name, role }: Pick<Admin, 'name' | 'role'>) => (
  <>
    {name} <span className={styles.role}>{adminRoleLabels[role]}</span>
  </>
)

function Who({ name, email, role, storeIds }: Admin) {
  const { data: stores } = useQuery({ ...storesQuery, enabled: storeIds !== null })
  const names = storeIds?.flatMap((id) => stores?.find((store) => store.id === id)?.name ?? [])
  return (
    <p className={styles.account}>
      {name}
      <EmailAddress>{email}</EmailAddress>
      <span>
        {adminRoleLabels[role]} ·{' '}
        {storeIds === null ? copy.everyStore : names?.join(', ') || copy.stores(storeIds.length)}
      </span>
    </p>
  )
}
