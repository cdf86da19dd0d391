import { createElement } from 'react'
import { notify } from '../../ui/toasts/toasts.tsx'
import { FailedCallDetails } from './Failure.tsx'
import { failureSentence, requestIdOf } from './failure-sentence.ts'

/** Shows a failure in a toast, with the request id if there is one. */
export function toastFailure(title: string, cause: unknown): void {
  const requestId = requestIdOf(cause)
  const sentence = `${title}. ${failureSentence(cause)}`
  if (requestId === undefined) notify.error(sentence)
  else notify.failure(sentence, createElement(FailedCallDetails, { requestId }))
}
