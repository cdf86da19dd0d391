import { createElement } from 'react'
import { notify } from '../toasts/toasts.tsx'
import { HandOver } from './components/Failure.tsx'
import { failureSentence, requestIdOf } from './components/failure-sentence.ts'

/** Says in a toast what failed and why, with what a developer needs to find it. */
export function tellFailure(title: string, cause: unknown): void {
  const requestId = requestIdOf(cause)
  const sentence = `${title}. ${failureSentence(cause)}`
  if (requestId === undefined) notify.error(sentence)
  else notify.failure(sentence, createElement(HandOver, { requestId }))
}
