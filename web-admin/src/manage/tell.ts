import { notify } from '../toasts/toasts.tsx'
import { failureSentence, requestIdOf } from './components/failure-sentence.ts'
import { copy } from './copy.ts'

/** Says in a toast what failed and why, with the request id to hand over. */
export function tellFailure(title: string, cause: unknown): void {
  const requestId = requestIdOf(cause)
  const offer = requestId === undefined ? undefined : copyOffer(requestId)
  notify.error(`${title}. ${failureSentence(cause)}`, offer)
}

const copyOffer = (requestId: string) => ({
  label: copy.failures.copyRequestId,
  run: () => void navigator.clipboard?.writeText(requestId).catch(() => undefined),
  note: `${copy.failures.requestId} ${requestId}`,
})
