import { useEffect, useState } from 'react'
import type { ConnectionPhase, ConnectionState } from '../../live/connection-state.ts'
import styles from './connect.module.css'
import { copy } from './copy.ts'

const tones: Record<ConnectionPhase, string | undefined> = {
  connecting: styles.neutral,
  open: styles.ok,
  retrying: styles.warn,
  stale: styles.warn,
}

/** A pill with the retry countdown; screen readers get one sentence when the connection is lost and one when it recovers. */
export function ConnectionStatus({
  connection,
  phase,
  now,
}: {
  connection: ConnectionState
  phase: ConnectionPhase
  now: number
}) {
  const lost = phase === 'retrying' || phase === 'stale'
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    setSpoken((before) => (lost ? copy.lost : before === '' ? '' : copy.back))
  }, [lost])

  return (
    <div className={styles.status}>
      <span className={`${styles.pill} ${tones[phase]}`}>
        <span className={styles.dot} aria-hidden />
        {lost ? copy.retrying : phase === 'open' ? copy.open : copy.connecting}
        {lost && <span aria-hidden>{countdown(connection, now)}</span>}
      </span>
      <span className={styles.spoken} role="status" aria-live="polite">
        {spoken}
      </span>
    </div>
  )
}

function countdown({ retryAt, attempt }: ConnectionState, now: number): string {
  if (retryAt === null) return attempt === 0 ? '' : copy.attempt(attempt)
  return copy.retryIn(Math.max(1, Math.ceil((retryAt - now) / 1000)), attempt)
}
