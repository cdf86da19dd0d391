import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { currentAdminId } from '../api/current-admin-id.ts'
import { currentAdminKey, useCurrentAdmin } from '../api/use-current-admin.ts'
import { Button, Pill } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import { Panel } from '../components/Panel.tsx'
import { copy } from '../text/copy.ts'
import styles from './account.module.css'
import { text as words } from './copy.ts'
import { RemoveFactorDialog } from './RemoveFactorDialog.tsx'
import { ReplaceCodesDialog } from './ReplaceCodesDialog.tsx'
import { sessionsKey } from './SessionsPanel.tsx'
import { SetUpFactorDialog } from './SetUpFactorDialog.tsx'

const text = words.factor

/** Whether the own account has a second factor; switches it on and off, and replaces its recovery codes. */
export function SecondFactorPanel() {
  const client = useQueryClient()
  const { data, error, refetch } = useCurrentAdmin(currentAdminId())
  /** The dialog that is open stays the same when the account changes below it. */
  const [open, setOpen] = useState<'setUp' | 'replace' | 'remove'>()
  const on = data?.secondFactor ?? false
  const close = () => setOpen(undefined)
  const refresh = () =>
    Promise.all([currentAdminKey, sessionsKey].map((queryKey) => client.invalidateQueries({ queryKey })))
  if (error !== null) return <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />
  return (
    <Panel title={text.title}>
      {data !== undefined && (
        <div className={styles.factor}>
          <Pill tone={on ? 'ok' : 'neutral'}>{on ? text.on : text.off}</Pill>
          <p>{on ? text.onText : text.offText}</p>
          <span className={styles.actions}>
            {on && <Button onClick={() => setOpen('replace')}>{text.replace}</Button>}
            <Button tone={on ? 'danger' : 'primary'} onClick={() => setOpen(on ? 'remove' : 'setUp')}>
              {on ? text.remove : text.setUp}
            </Button>
          </span>
        </div>
      )}
      {open === 'setUp' && <SetUpFactorDialog onChanged={refresh} onClose={close} />}
      {open === 'replace' && <ReplaceCodesDialog onClose={close} />}
      {open === 'remove' && <RemoveFactorDialog onChanged={refresh} onClose={close} />}
    </Panel>
  )
}
