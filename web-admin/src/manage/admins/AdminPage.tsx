import { getAdmin, updateAdmin } from '@kingcar/client'
import { type Admin, adminOperations, adminRoleLabels, type Store } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { exchange } from '../../api/api.ts'
import { currentAdminId } from '../api/current-admin-id.ts'
import { storesQuery } from '../api/queries.ts'
import { ChangeHistory } from '../components/ChangeHistory.tsx'
import { EmailAddress } from '../components/EmailAddress.tsx'
import { Moment } from '../components/Moment.tsx'
import type { Fields } from '../form/changes.ts'
import { EntityForm } from '../form/EntityForm.tsx'
import { EntityPage } from '../form/EntityPage.tsx'
import { TextField } from '../form/fields.tsx'
import form from '../form/form.module.css'
import { useEntity } from '../form/use-entity.ts'
import { fullDateOf, momentOf } from '../text/format.ts'
import { placesOf } from '../text/product-terms.ts'
import styles from './admins.module.css'
import { text } from './copy.ts'
import { PasswordLinkButton } from './PasswordLinkButton.tsx'
import { ResetFactorButton } from './ResetFactorButton.tsx'
import { RightsFields, validateRights } from './RightsFields.tsx'
import { StateButton } from './StateButton.tsx'
import { StatePill } from './StatePill.tsx'

const list = { to: '/manage/admins', label: text.title }

const valuesOf = ({ id, name, role, storeIds }: Admin): Fields =>
  id === currentAdminId() ? { name } : { name, role, storeIds }

/** An owner has all stores. */
const toInput = (values: Fields): Fields => (values.role === 'owner' ? { ...values, storeIds: null } : values)

/** One administrator: the form renames and changes role and stores of another, the button disables or enables the account. */
export function AdminPage() {
  const { id } = useParams({ from: '/manage/admins/$id' })
  const { query, loaded, reload } = useEntity(getAdmin, { id }, valuesOf)
  const client = useQueryClient()
  const { data: stores } = useQuery(storesQuery)
  const read = query.data
  const refresh = () =>
    Promise.all(
      ['getAdmin', 'getOwnAdmin', 'listAdmins', 'auditLogs'].map((key) =>
        client.invalidateQueries({ queryKey: [key] }),
      ),
    )
  return (
    <EntityPage
      title={read?.result.name ?? text.one}
      list={list}
      query={query}
      actions={
        read !== undefined && (
          <>
            {id !== currentAdminId() && !read.result.disabled && <PasswordLinkButton admin={read.result} />}
            {id !== currentAdminId() && read.result.secondFactor && (
              <ResetFactorButton admin={read.result} refresh={refresh} />
            )}
            <StateButton read={read} refresh={refresh} />
          </>
        )
      }
    >
      {({ result }) =>
        loaded !== undefined && (
          <EntityForm
            loaded={loaded}
            labels={text.labels}
            subject={{ entity: 'admin', id }}
            schema={adminOperations.updateAdmin.input}
            toInput={(values) => ({ id, ...toInput(values) })}
            validate={validateRights}
            show={(name, value) => storeNames(name, value, stores)}
            // With another role the stores are sent too: the server never gives all stores by omission.
            send={(input, options) =>
              exchange(updateAdmin, { ...('role' in input && { storeIds: result.storeIds }), ...input, id }, options)
            }
            reload={reload}
            onSaved={refresh}
            aside={
              <>
                <Account admin={result} />
                <ChangeHistory entityId={id} />
              </>
            }
          >
            <TextField name="name" />
            {id === currentAdminId() ? <p>{text.ownRights}</p> : <RightsFields />}
          </EntityForm>
        )
      }
    </EntityPage>
  )
}

/** The stores of a conflict, by name. */
function storeNames(name: string, value: unknown, stores: readonly Store[] = []) {
  if (name !== 'storeIds' || !Array.isArray(value)) return undefined
  return value.map((id) => stores.find((store) => store.id === id)?.name ?? id).join(', ')
}

function Account({ admin }: { admin: Admin }) {
  const { email, role, storeIds, disabled, secondFactor, lastLoginAt, createdAt } = admin
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
        <dt>{text.role}</dt>
        <dd>{adminRoleLabels[role]}</dd>
        <dt>{text.stores}</dt>
        <dd>{placesOf(storeIds ?? [])}</dd>
        <dt>{text.factor.label}</dt>
        <dd>{secondFactor ? text.factor.on : text.factor.off}</dd>
        <dt>{text.seen}</dt>
        <dd>{lastLoginAt === null ? text.never : <Moment at={lastLoginAt} text={momentOf(lastLoginAt)} />}</dd>
        <dt>{text.joined}</dt>
        <dd>{fullDateOf(createdAt)}</dd>
      </dl>
    </section>
  )
}
