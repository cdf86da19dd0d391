import { type DeadLetterReason, describeDeadLetterReason } from '@kingcar/contract'

/** The server's reason as a sentence; an unknown reason of a newer server is returned unchanged. */
export function describeReason(reason: string): string {
  return describeDeadLetterReason(reason as DeadLetterReason)?.ko ?? reason
}
