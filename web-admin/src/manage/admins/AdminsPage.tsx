import { listAdmins } from '@kingcar/client'
import type { Admin } from '@kingcar/contract'
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
import { fullDateOf } from '../text/format.ts'
import styles from './admins.module.css'
import { text } from './copy.ts'
import { StatePill } from './StatePill.tsx'

const load = async () => (await import('./JoinDialog.tsx')).JoinDialog

const columnsFor = (me: string | undefined): Column<Admin>[] => [
  {
    key: 'name',
    title: text.name,
    width: '24%',
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
    width: '30%',
    sort: 'email',
    cell: ({ email }) => <EmailAddress>{email}</EmailAddress>,
  },
  {
    key: 'state',
    title: text.state,
    width: '14%',
    card: 'side',
    cell: ({ disabled }) => <StatePill disabled={disabled} />,
  },
  {
    key: 'seen',
    title: text.seen,
    width: '18%',
    cell: ({ lastLoginAt }) => (lastLoginAt === null ? text.never : <Moment at={lastLoginAt} />),
  },
  {
    key: 'joined',
    title: text.joined,
    width: '14%',
    sort: 'createdAt',
    cell: ({ createdAt }) => fullDateOf(createdAt),
  },
]

/** All administrators, including the disabled ones. */
export function AdminsPage() {
  const search = useSearch({ from: '/manage/admins' })
  const { Dialog: JoinDialog, show, hide } = useLazyDialog(load, text.join.openFailed)
  const query = useQuery(listQuery(listAdmins, listInputOf(search)))
  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={
        <Button tone="primary" onClick={show}>
          {text.join.open}
        </Button>
      }
      caption={text.list}
      columns={columnsFor(currentAdminId())}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: text.empty }}
      dimmed={({ disabled }) => disabled}
    >
      {JoinDialog !== null && <JoinDialog onClose={hide} />}
    </ListPage>
  )
}
