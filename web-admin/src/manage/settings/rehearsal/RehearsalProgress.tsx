import type { Rehearsal } from '@kingcar/contract'
import { useEffect, useRef } from 'react'
import { Button } from '../../components/controls.tsx'
import { Failure } from '../../components/Failure.tsx'
import { announce } from '../../page/announce.ts'
import { copy } from '../../text/copy.ts'
import { amount, percent } from '../../text/format.ts'
import { text } from './copy.ts'
import styles from './rehearsal.module.css'

type RehearsalProgressProps = {
  rehearsal: Rehearsal
  cancelling: { busy: boolean; failure: unknown; act: (id: string) => void }
}

/** How far a rehearsal is, with a button to cancel it; or why it has no result. */
export function RehearsalProgress({ rehearsal, cancelling }: RehearsalProgressProps) {
  const { id, state, failure, progress } = rehearsal
  const { reads, readsTotal } = progress
  useSpokenProgress(rehearsal)
  if (state === 'done') return null
  if (state !== 'running')
    return <p className={styles.ended}>{failure === null ? text.cancelled : text.failures[failure]}</p>
  const label = readsTotal === null ? text.counting : text.progress(amount(reads), amount(readsTotal))
  return (
    <div className={styles.progress}>
      <progress {...(readsTotal !== null && { value: reads, max: Math.max(1, readsTotal) })} aria-label={label} />
      <div className={styles.actions}>
        <span aria-hidden>{label}</span>
        <Button busy={cancelling.busy} onClick={() => cancelling.act(id)}>
          {copy.actions.cancel}
        </Button>
      </div>
      <p>{text.stays}</p>
      {cancelling.failure !== null && <Failure title={copy.failures.action} cause={cancelling.failure} />}
    </div>
  )
}

/** Announces every quarter and the end of a rehearsal that was seen running. */
function useSpokenProgress({ state, failure, progress: { reads, readsTotal }, result }: Rehearsal): void {
  const seen = useRef({ state, quarter: 0 })
  const quarter = state === 'running' && readsTotal ? Math.floor((4 * reads) / readsTotal) : 0
  useEffect(() => {
    const before = seen.current
    seen.current = { state, quarter }
    if (state === 'running' && quarter > before.quarter) announce(text.spokenProgress(percent(quarter, 4)))
    if (state === 'running' || before.state !== 'running') return
    if (result !== null) announce(`${text.result}. ${sentenceOf(result.visits)}`)
    else announce(failure === null ? text.cancelled : text.failures[failure])
  }, [state, quarter, result, failure])
}

const sentenceOf = ({ current, rehearsed }: { current: number; rehearsed: number }) =>
  `${text.visits} ${text.change(amount(current), amount(rehearsed))}`
