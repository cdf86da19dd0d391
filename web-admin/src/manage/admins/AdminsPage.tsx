import { listAdmins } from '@kingcar/client'
import { type Admin, adminRoleLabels } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { currentAdminId } from '../api/current-admin-id.ts'
import { listQuery } from '../api/queries.ts'
import { Button, Pill } from '../components/controls.tsx'
import { EmailAddress } from '../components/EmailAddress.tsx'
import { Moment } from '../components/Moment.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { ListPage } from '../list/ListPage.tsx'
import { listInputOf } from '../list/list-search.ts'
import { RowLink } from '../list/RowLink.tsx'
import type { Column } from '../list/Table.tsx'
import { placesOf } from '../text/product-terms.ts'
import styles from './admins.module.css'
import { text } from './copy.ts'
import { OpenInvitations } from './OpenInvitations.tsx'
import { StatePill } from './StatePill.tsx'

const load = async () => (await import('./InviteDialog.tsx')).InviteDialog

const columnsFor = (me: string | undefined): Column<Admin>[] => [
  {
    key: 'name',
    title: text.name,
    width: '20%',
    card: 'head',
    sort: 'name',
    cell: ({ id, name }) => (
      <span className={styles.name}>
        <RowLink list="/manage/admins" id={id}>
          {name}
        </RowLink>
        {id === me && <Pill tone="neutral">{text.me}</Pill>}
      </span>
    ),
  },
  {
    key: 'email',
    title: text.email,
    width: '28%',
    sort: 'email',
    cell: ({ email }) => <EmailAddress>{email}</EmailAddress>,
  },
  {
    key: 'role',
    title: text.role,
    width: '12%',
    cell: ({ role }) => adminRoleLabels[role],
  },
  {
    key: 'stores',
    title: text.stores,
    width: '14%',
    cell: ({ storeIds }) => placesOf(storeIds ?? []),
  },
  {
    key: 'state',
    title: text.state,
    width: '10%',
    card: 'side',
    cell: ({ disabled }) => <StatePill disabled={disabled} />,
  },
  {
    key: 'seen',
    title: text.seen,
    width: '16%',
    cell: ({ lastLoginAt }) => (lastLoginAt === null ? text.never : <Moment at={lastLoginAt} />),
  },
]

/** All administrators, including the disabled ones. */
export function AdminsPage() {
  const search = useSearch({ from: '/manage/admins' })
  const { Dialog: InviteDialog, show, hide } = useLazyDialog(load, text.invite.openFailed)
  const query = useQuery(listQuery(listAdmins, listInputOf(search)))
  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={
        <Button tone="primary" onClick={show}>
          {text.invite.open}
        </Button>
      }
      caption={text.list}
      columns={columnsFor(currentAdminId())}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: text.empty }}
      dimmed={({ disabled }) => disabled}
    >
      <OpenInvitations />
      {InviteDialog !== null && <InviteDialog onClose={hide} />}
    </ListPage>
  )
}
