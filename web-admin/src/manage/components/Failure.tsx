import { copy } from '../copy.ts'
import { Copyable } from './Copyable.tsx'
import { Button } from './controls.tsx'
import { failureSentence, requestIdOf } from './failure-sentence.ts'
import styles from './states.module.css'

/** A failure to hand over: what happened, what to do, the request id to copy, and another try where there is one. */
export function Failure({ title, cause, retry }: { title: string; cause: unknown; retry?: () => void }) {
  const requestId = requestIdOf(cause)
  return (
    <div className={styles.failure} role="alert">
      <p className={styles.failureTitle}>{title}</p>
      <p>{failureSentence(cause)}</p>
      {requestId !== undefined && (
        <div className={styles.requestId}>
          {copy.failures.requestId} <Copyable text={requestId} label={copy.failures.copyRequestId} />
        </div>
      )}
      {retry !== undefined && (
        <div>
          <Button onClick={retry}>{copy.actions.retry}</Button>
        </div>
      )}
    </div>
  )
}
