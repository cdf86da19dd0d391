import { useEffect, useState } from 'react'
import type { ConnectionPhase, ConnectionState } from '../../live/connection-state.ts'
import styles from './connect.module.css'
import { copy } from './copy.ts'
import type { RecognizerStatus } from './recognizer-status.ts'

const tones: Record<ConnectionPhase, string | undefined> = {
  connecting: styles.neutral,
  open: styles.ok,
  retrying: styles.warn,
  stale: styles.warn,
}

const labels: Record<ConnectionPhase, string> = {
  connecting: copy.connecting,
  open: copy.open,
  retrying: copy.retrying,
  stale: copy.retrying,
}

/**
 * A pill with the state of the connection and its retry countdown. It is green only if cars can be seen: while the state of
 * the recognizers is unknown it is neutral, and with an offline one it says so instead. Screen readers get one sentence when
 * the connection is lost and one when it recovers.
 */
export function ConnectionStatus({
  connection,
  phase,
  now,
  recognizers,
  takeOver,
}: {
  connection: ConnectionState
  phase: ConnectionPhase
  now: number
  recognizers: RecognizerStatus | undefined
  /** Takes the place of the session's oldest socket. */
  takeOver: () => void
}) {
  const lost = phase === 'retrying' || phase === 'stale'
  const { registered = 1, offline = 0 } = recognizers ?? {}
  const isOpen = phase === 'open'
  const blind = isOpen && (registered === 0 || offline > 0)
  const unknown = isOpen && recognizers === undefined
  const tone = blind ? styles.warn : unknown ? styles.neutral : tones[phase]
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    setSpoken((before) => (lost ? copy.lost : before === '' ? '' : copy.back))
  }, [lost])

  if (connection.full)
    return (
      <div className={styles.status} role="status">
        <span className={`${styles.pill} ${styles.warn}`}>
          <span className={styles.dot} aria-hidden />
          {copy.full}
          <button type="button" onClick={takeOver}>
            {copy.takeOver}
          </button>
        </span>
      </div>
    )
  return (
    <div className={styles.status}>
      <span className={`${styles.pill} ${tone}`}>
        <span className={styles.dot} aria-hidden />
        {blind ? blindLabel(offline) : unknown ? copy.devicesUnknown : labels[phase]}
        {lost && <span aria-hidden>{countdown(connection, now)}</span>}
      </span>
      <span className={styles.spoken} role="status" aria-live="polite">
        {spoken}
      </span>
    </div>
  )
}

const blindLabel = (offline: number) =>
  offline > 0 ? copy.devicesOffline(offline.toLocaleString('ko-KR')) : copy.noDevice

function countdown({ retryAt, attempt }: ConnectionState, now: number): string {
  if (retryAt === null) return attempt === 0 ? '' : copy.attempt(attempt)
  return copy.retryIn(Math.max(1, Math.ceil((retryAt - now) / 1000)), attempt)
}
