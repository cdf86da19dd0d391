import { endAdminSession, endOtherAdminSessions, listAdminSessions } from '@kingcar/client'
import type { AdminSession } from '@kingcar/contract'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { Bones } from '../components/Bones.tsx'
import { Button, Pill } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { Moment } from '../components/Moment.tsx'
import { Panel } from '../components/Panel.tsx'
import { copy } from '../text/copy.ts'
import styles from './account.module.css'
import { text as words } from './copy.ts'

const text = words.sessions
/** Key of the list of sessions. */
export const sessionsKey = [listAdminSessions.name]
const query = queryOptions({ queryKey: sessionsKey, queryFn: () => call(listAdminSessions, {}) })
const nameOf = ({ device }: AdminSession) => device ?? text.unknown

/** The open sessions of the administrator's own account; each but the present one can be ended. */
export function SessionsPanel() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(query)
  const [ending, setEnding] = useState<AdminSession | 'others'>()
  const end = async (which: AdminSession | 'others') => {
    try {
      if (which === 'others') await call(endOtherAdminSessions, {})
      else await call(endAdminSession, { id: which.id })
      setEnding(undefined)
      notify.success(which === 'others' ? text.endedOthers : text.ended)
    } finally {
      await client.invalidateQueries({ queryKey: sessionsKey }) // also after an error, because the session may have ended in the meantime
    }
  }
  if (error !== null) return <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />
  return (
    <Panel
      title={text.title}
      actions={
        data !== undefined && data.length > 1 && <Button onClick={() => setEnding('others')}>{text.endOthers}</Button>
      }
    >
      {data === undefined && <Bones kind="rows" count={2} />}
      <ul className={styles.sessions}>
        {data?.map((session) => (
          <Session key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {ending !== undefined && (
        <ConfirmDialog
          title={ending === 'others' ? text.endOthersTitle : text.endTitle}
          text={text.endText}
          confirm={text.end}
          run={() => end(ending)}
          onClose={() => setEnding(undefined)}
        />
      )}
    </Panel>
  )
}

function Session({ session, onEnd }: { session: AdminSession; onEnd: () => void }) {
  const { current, address, lastUsedAt, createdAt } = session
  return (
    <li>
      <span>
        <b>{nameOf(session)}</b>
        <span>
          {address !== null && `${text.from(address)} · `}
          {text.seen} <Moment at={lastUsedAt} /> · {text.since} <Moment at={createdAt} />
        </span>
      </span>
      {current ? (
        <Pill tone="ok">{text.current}</Pill>
      ) : (
        <Button tone="danger" aria-label={text.endOf(nameOf(session))} onClick={onEnd}>
          {text.end}
        </Button>
      )}
    </li>
  )
}
