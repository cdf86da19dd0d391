import { deleteAlertPhone, getOwnAdmin } from '@kingcar/client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { Button } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { Panel } from '../components/Panel.tsx'
import { copy } from '../text/copy.ts'
import { AlertPhoneDialog } from './AlertPhoneDialog.tsx'
import styles from './account.module.css'
import { text as words } from './copy.ts'

const text = words.phone
/** Apart from what the shell has read, which stays for a session. */
const query = queryOptions({ queryKey: ['alertPhone'], queryFn: async () => (await call(getOwnAdmin, {})).alertPhone })

/** The number of the administrator's own account that gets alerts, with a mask: it is set by a code, and removed. */
export function AlertPhonePanel() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(query)
  const [open, setOpen] = useState<'set' | 'remove'>()
  const close = () => setOpen(undefined)
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey })
  if (error !== null) return <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />
  if (data === undefined) return <Panel title={text.title}>{null}</Panel>
  const remove = async () => {
    await call(deleteAlertPhone, {})
    close()
    notify.success(text.removed)
    await refresh()
  }
  return (
    <Panel title={text.title}>
      <div className={styles.factor}>
        {data !== null && <b>{data}</b>}
        <p>{data === null ? text.none : text.has}</p>
        <span className={styles.actions}>
          <Button onClick={() => setOpen('set')}>{data === null ? text.add : text.change}</Button>
          {data !== null && (
            <Button tone="danger" onClick={() => setOpen('remove')}>
              {text.remove}
            </Button>
          )}
        </span>
      </div>
      {open === 'set' && <AlertPhoneDialog onChanged={refresh} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={text.removeTitle}
          text={text.removeText}
          confirm={text.remove}
          run={remove}
          onClose={close}
        />
      )}
    </Panel>
  )
}
