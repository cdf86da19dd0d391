import { getAdmin, updateAdmin } from '@kingcar/client'
import { type Admin, adminOperations } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { exchange } from '../../api/api.ts'
import { entityQuery } from '../api/queries.ts'
import { ChangeHistory } from '../components/ChangeHistory.tsx'
import { EmailAddress } from '../components/EmailAddress.tsx'
import { Moment } from '../components/Moment.tsx'
import { EntityForm, type Loaded } from '../form/EntityForm.tsx'
import { EntityPage } from '../form/EntityPage.tsx'
import { TextField } from '../form/fields.tsx'
import form from '../form/form.module.css'
import { fullDateOf } from '../text/format.ts'
import styles from './admins.module.css'
import { text } from './copy.ts'
import { StateButton } from './StateButton.tsx'
import { StatePill } from './StatePill.tsx'

const list = { to: '/manage/admins', label: text.title }
type Read = { result: Admin; etag: string | null }

const loadedOf = ({ result: { name }, etag }: Read): Loaded => ({ values: { name }, etag })

/** One administrator: the form renames, the button disables or enables the account. */
export function AdminPage() {
  const { id } = useParams({ from: '/manage/admins/$id' })
  const query = useQuery(entityQuery(getAdmin, { id }))
  const client = useQueryClient()
  const read: Read | undefined = query.data
  const loaded = useMemo(() => read && loadedOf(read), [read])
  const refresh = () =>
    Promise.all(['getAdmin', 'listAdmins', 'auditLogs'].map((key) => client.invalidateQueries({ queryKey: [key] })))
  return (
    <EntityPage
      title={read?.result.name ?? text.one}
      list={list}
      query={query}
      actions={read !== undefined && <StateButton read={read} refresh={refresh} />}
    >
      {({ result }) =>
        loaded !== undefined && (
          <EntityForm
            loaded={loaded}
            labels={text.labels}
            subject={{ entity: 'admin', id }}
            schema={adminOperations.updateAdmin.input}
            toInput={(values) => ({ id, ...values })}
            send={(input, options) => exchange(updateAdmin, { id, ...input }, options)}
            reload={async () => loadedOf(await exchange(getAdmin, { id }))}
            onSaved={refresh}
            aside={
              <>
                <Account admin={result} />
                <ChangeHistory entityId={id} />
              </>
            }
          >
            <TextField name="name" />
          </EntityForm>
        )
      }
    </EntityPage>
  )
}

function Account({ admin: { email, disabled, lastLoginAt, createdAt } }: { admin: Admin }) {
  return (
    <section className={form.panel} aria-labelledby="admin-account">
      <h2 id="admin-account">{text.account}</h2>
      <dl className={styles.account}>
        <dt>{text.state}</dt>
        <dd>
          <StatePill disabled={disabled} />
        </dd>
        <dt>{text.email}</dt>
        <dd>
          <EmailAddress>{email}</EmailAddress>
        </dd>
        <dt>{text.seen}</dt>
        <dd>{lastLoginAt === null ? text.never : <Moment at={lastLoginAt} />}</dd>
        <dt>{text.joined}</dt>
        <dd>{fullDateOf(createdAt)}</dd>
      </dl>
    </section>
  )
}
