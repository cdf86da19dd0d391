import { useEffect, useState } from 'react'
import type { Link, LinkPhase } from '../../live/connection-state.ts'
import styles from './connect.module.css'
import { copy } from './copy.ts'

const tones: Record<LinkPhase, string | undefined> = {
  connecting: styles.neutral,
  open: styles.ok,
  retrying: styles.warn,
  stale: styles.warn,
}

/** The pill for the eye, with its countdown, and for the ear one sentence when the connection goes and one when it is back. */
export function ConnectionStatus({ link, phase, now }: { link: Link; phase: LinkPhase; now: number }) {
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
        {lost && <span aria-hidden>{countdown(link, now)}</span>}
      </span>
      <span className={styles.spoken} role="status" aria-live="polite">
        {spoken}
      </span>
    </div>
  )
}

function countdown({ retryAt, attempt }: Link, now: number): string {
  if (retryAt === null) return attempt === 0 ? '' : copy.attempt(attempt)
  return copy.retryIn(Math.max(1, Math.ceil((retryAt - now) / 1000)), attempt)
}
