import { reprocessDeadLetter } from '@kingcar/client'
import type { DeadLetter } from '@kingcar/contract'
import type { ReactNode } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { IfMay } from '../api/rights.tsx'
import { useAction } from '../api/use-action.ts'
import { Button } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import { Moment } from '../components/Moment.tsx'
import { text } from './copy.ts'
import styles from './dead-letters.module.css'
import { describeReason } from './reasons.ts'

type LetterProps = {
  letter: DeadLetter
  /** Names of stores and devices by id. */
  names: ReadonlyMap<string, string>
  /** Checkbox that selects it. */
  box: ReactNode
  onSettled: () => Promise<void>
  onDiscard: (letter: DeadLetter) => void
}

/** One dead letter: reason, payload and actions. The payload is always shown as plain text. */
export function Letter({ letter, names, box, onSettled, onDiscard }: LetterProps) {
  const { id, reason, receivedAt, storeId, deviceId } = letter
  const { busy, failure, act } = useAction(async () => {
    await call(reprocessDeadLetter, { id })
    notify.success(text.reprocessed)
    await onSettled()
  })
  const nameOf = (ownerId: string | null) => (ownerId === null ? text.unknown : (names.get(ownerId) ?? ownerId))

  return (
    <li className={styles.letter}>
      <div className={styles.head}>
        <h2 id={`reason-${id}`}>{describeReason(reason)}</h2>
        <p>
          <Moment at={receivedAt} /> · {text.store} {nameOf(storeId)} · {text.device} {nameOf(deviceId)}
        </p>
      </div>
      <div className={styles.actions}>
        {box}
        <IfMay op="reprocessDeadLetter">
          <Button busy={busy} aria-describedby={`reason-${id}`} onClick={() => act()}>
            {text.reprocess}
          </Button>
        </IfMay>
        <IfMay op="deleteDeadLetter">
          <Button tone="danger" aria-describedby={`reason-${id}`} onClick={() => onDiscard(letter)}>
            {text.discard}
          </Button>
        </IfMay>
      </div>
      {failure !== null && (
        <div className={styles.failure}>
          <Failure title={text.stillInvalid} cause={failure} />
        </div>
      )}
      <Details letter={letter} />
    </li>
  )
}

function Details({ letter: { id, payload, reason, subject } }: { letter: DeadLetter }) {
  return (
    <details className={styles.details}>
      <summary>{text.payload}</summary>
      {reason === 'notText' && <p>{text.base64}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard */}
      <pre tabIndex={0}>{payload}</pre>
      <dl>
        <dt>{text.code}</dt>
        <dd>{reason}</dd>
        <dt>{text.subject}</dt>
        <dd>{subject}</dd>
        <dt>{text.id}</dt>
        <dd>{id}</dd>
      </dl>
    </details>
  )
}

/** Placeholder of the same height. */
export const LetterSkeleton = () => (
  <ul className={styles.letters} aria-busy>
    {['1', '2', '3', '4'].map((key) => (
      <li key={key} className={styles.letter} aria-hidden>
        <div className={styles.head}>
          <span className={styles.bone} />
          <span className={styles.bone} />
        </div>
      </li>
    ))}
  </ul>
)
