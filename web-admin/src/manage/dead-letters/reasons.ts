import { type DeadLetterReason, describeDeadLetterReason } from '@kingcar/contract'

/** A reason that the server names, in a sentence; one that only a newer server knows stays as it is. */
export function describeReason(reason: string): string {
  return describeDeadLetterReason(reason as DeadLetterReason)?.ko ?? reason
}
