import { createElement } from 'react'
import { notify } from '../../ui/toasts/toasts.tsx'
import { FailedCallDetails } from './Failure.tsx'
import { failureSentence, requestIdOf } from './failure-sentence.ts'

/** Says in a toast what failed and why, with what a developer needs to find it. */
export function toastFailure(title: string, cause: unknown): void {
  const requestId = requestIdOf(cause)
  const sentence = `${title}. ${failureSentence(cause)}`
  if (requestId === undefined) notify.error(sentence)
  else notify.failure(sentence, createElement(FailedCallDetails, { requestId }))
}
