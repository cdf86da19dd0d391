import { deletePasskey, getSecondFactors } from '@kingcar/client'
import type { Passkey } from '@kingcar/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { hasPasskeys } from '../../api/passkey.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { currentAdminKey } from '../api/use-current-admin.ts'
import { Button, Pill } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { Moment } from '../components/Moment.tsx'
import { Panel } from '../components/Panel.tsx'
import { copy } from '../text/copy.ts'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import styles from './account.module.css'
import { text as words } from './copy.ts'
import { RemoveFactorDialog } from './RemoveFactorDialog.tsx'
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx'
import { ReplaceCodesDialog } from './ReplaceCodesDialog.tsx'
import { sessionsKey } from './SessionsPanel.tsx'
import { SetUpFactorDialog } from './SetUpFactorDialog.tsx'

const text = words.factor
const factorsKey = [getSecondFactors.name]
const query = queryOptions({ queryKey: factorsKey, queryFn: () => call(getSecondFactors, {}) })

/** What is done with a passkey. */
type Chosen = { what: 'rename' | 'delete'; passkey: Passkey }

/** The second factors of the administrator's own account: an authenticator app and passkeys, which are added and removed. */
export function SecondFactorPanel() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(query)
  /** Which dialog is open; it stays open when the account changes below it. */
  const [open, setOpen] = useState<'addApp' | 'removeApp' | 'addPasskey' | 'replace' | Chosen>()
  const close = () => setOpen(undefined)
  const refresh = () =>
    Promise.all([factorsKey, currentAdminKey, sessionsKey].map((queryKey) => client.invalidateQueries({ queryKey })))
  if (error !== null) return <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />
  if (data === undefined) return <Panel title={text.title}>{null}</Panel>

  const { totp, passkeys, recoveryCodes } = data
  const on = totp || passkeys.length > 0
  const remove = async ({ id }: Passkey) => {
    try {
      await call(deletePasskey, { id })
      close()
      notify.success(words.passkey.deleted)
    } finally {
      await refresh() // also after an error, because the passkey may have been deleted in the meantime
    }
  }
  return (
    <Panel title={text.title}>
      <div className={styles.factor}>
        <Pill tone={on ? 'ok' : 'neutral'}>{on ? text.on : text.off}</Pill>
        <p>{on ? text.onText(recoveryCodes) : text.offText}</p>
      </div>
      <ul className={styles.sessions}>
        <li>
          <span>
            <b>{text.app}</b>
            <span>{totp ? text.appOn : text.appOff}</span>
          </span>
          <Button
            tone={totp ? 'danger' : on ? 'quiet' : 'primary'}
            onClick={() => setOpen(totp ? 'removeApp' : 'addApp')}
          >
            {totp ? text.removeApp : text.addApp}
          </Button>
        </li>
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRename={() => setOpen({ what: 'rename', passkey })}
            onDelete={() => setOpen({ what: 'delete', passkey })}
          />
        ))}
      </ul>
      <span className={styles.actions}>
        {hasPasskeys() && <Button onClick={() => setOpen('addPasskey')}>{words.passkey.add}</Button>}
        {on && <Button onClick={() => setOpen('replace')}>{text.replace}</Button>}
      </span>
      {open === 'addApp' && <SetUpFactorDialog onChanged={refresh} onClose={close} />}
      {open === 'removeApp' && (
        <RemoveFactorDialog hasPasskey={passkeys.length > 0} onChanged={refresh} onClose={close} />
      )}
      {open === 'replace' && <ReplaceCodesDialog onChanged={refresh} onClose={close} />}
      {open === 'addPasskey' && <AddPasskeyDialog onChanged={refresh} onClose={close} />}
      {typeof open === 'object' && open.what === 'rename' && (
        <RenamePasskeyDialog passkey={open.passkey} onChanged={refresh} onClose={close} />
      )}
      {typeof open === 'object' && open.what === 'delete' && (
        <ConfirmDialog
          title={words.passkey.deleteTitle(open.passkey.name)}
          text={totp || passkeys.length > 1 ? words.passkey.deleteText : text.lastText}
          confirm={words.passkey.delete}
          run={() => remove(open.passkey)}
          onClose={close}
        />
      )}
    </Panel>
  )
}

function PasskeyRow({
  passkey: { name, createdAt, lastUsedAt },
  onRename,
  onDelete,
}: {
  passkey: Passkey
  onRename: () => void
  onDelete: () => void
}) {
  const { passkey } = words
  return (
    <li>
      <span>
        <b>{name}</b>
        <span>
          {passkey.since} <Moment at={createdAt} /> · {passkey.seen}{' '}
          {lastUsedAt === null ? passkey.never : <Moment at={lastUsedAt} />}
        </span>
      </span>
      <span className={styles.actions}>
        <Button aria-label={passkey.renameOf(name)} onClick={onRename}>
          {passkey.rename}
        </Button>
        <Button tone="danger" aria-label={passkey.deleteOf(name)} onClick={onDelete}>
          {passkey.delete}
        </Button>
      </span>
    </li>
  )
}
