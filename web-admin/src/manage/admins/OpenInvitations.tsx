import { listInvitations, withdrawInvitation } from '@kingcar/client'
import { adminRoleLabels, type Invitation } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { listQuery } from '../api/queries.ts'
import { Button } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { EmailAddress } from '../components/EmailAddress.tsx'
import { Failure } from '../components/Failure.tsx'
import { Moment } from '../components/Moment.tsx'
import { Panel } from '../components/Panel.tsx'
import { copy } from '../text/copy.ts'
import { momentOf } from '../text/format.ts'
import { placesOf } from '../text/product-terms.ts'
import styles from './admins.module.css'
import { text as words } from './copy.ts'

const text = words.invite
const nameOf = ({ name, email }: Invitation) => name ?? email ?? text.anyone

/** The invitations that can still be accepted; nothing if there is none. */
export function OpenInvitations() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(listQuery(listInvitations, { size: 100 }))
  const [withdrawing, setWithdrawing] = useState<Invitation>()
  const withdraw = async ({ id }: Invitation) => {
    try {
      await call(withdrawInvitation, { id })
      setWithdrawing(undefined)
      notify.success(text.withdrawn)
    } finally {
      await client.invalidateQueries({ queryKey: ['listInvitations'] }) // also after an error, because the invitation may have been accepted in the meantime
    }
  }
  if (error !== null) return <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />
  if (data === undefined || data.empty) return null
  return (
    <Panel title={text.list}>
      <ul className={styles.invitations}>
        {data.content.map((invitation) => (
          <li key={invitation.id}>
            <span>
              <b>{nameOf(invitation)}</b>
              {invitation.name !== null && invitation.email !== null && <EmailAddress>{invitation.email}</EmailAddress>}
              <span>
                {adminRoleLabels[invitation.role]} · {placesOf(invitation.storeIds ?? [])} ·{' '}
                {text.by(invitation.invitedBy)} ·{' '}
                <Moment at={invitation.expiresAt} text={momentOf(invitation.expiresAt)} />
                {text.ends}
              </span>
            </span>
            <Button
              tone="danger"
              aria-label={text.withdrawOf(nameOf(invitation))}
              onClick={() => setWithdrawing(invitation)}
            >
              {text.withdraw}
            </Button>
          </li>
        ))}
      </ul>
      {withdrawing !== undefined && (
        <ConfirmDialog
          title={text.withdrawTitle}
          text={text.withdrawText}
          confirm={text.withdraw}
          run={() => withdraw(withdrawing)}
          onClose={() => setWithdrawing(undefined)}
        />
      )}
    </Panel>
  )
}
