import { curlOfFailedCall } from '../api/failed-calls.ts'
import { copy } from '../text/copy.ts'
import { Copyable } from './Copyable.tsx'
import { CopyButton } from './CopyButton.tsx'
import { Button } from './controls.tsx'
import { failureSentence, requestIdOf } from './failure-sentence.ts'
import styles from './states.module.css'

type FailureProps = {
  title: string
  cause: unknown
  retry?: () => void
  /** It is being tried again. */
  busy?: boolean
}

/** A failure: what happened, what to do, the request id and the call as curl to copy, and a retry button if `retry` is given. */
export function Failure({ title, cause, retry, busy = false }: FailureProps) {
  const requestId = requestIdOf(cause)
  return (
    <div className={styles.failure} role="alert">
      <p className={styles.failureTitle}>{title}</p>
      <p>{failureSentence(cause)}</p>
      {requestId !== undefined && <FailedCallDetails requestId={requestId} />}
      {retry !== undefined && (
        <div>
          <Button busy={busy} onClick={() => !busy && retry()}>
            {copy.actions.retry}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The request id and the curl command with which a developer can find and repeat the call. */
export function FailedCallDetails({ requestId }: { requestId: string }) {
  const command = curlOfFailedCall(requestId)
  return (
    <div className={styles.requestId}>
      {copy.failures.requestId} <Copyable text={requestId} label={copy.failures.copyRequestId} />
      {command !== undefined && <CopyButton text={command}>{copy.failures.copyCommand}</CopyButton>}
    </div>
  )
}
