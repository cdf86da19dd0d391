import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { deadLetterReasons } from './dead-letter-reasons.ts'

/** A message that is not a valid read, stored in full with the reason. */
export const DeadLetter = Type.Object({
  id: Id,
  receivedAt: Instant,
  subject: Type.String({
    examples: ['recognition.read.0199a0c5-3c80-7000-8000-000000000001.0199a0c5-3c80-7000-8000-000000000002'],
  }),
  reason: Type.String({ description: `One of ${deadLetterReasons.join(', ')}`, examples: ['field:recognizedAt'] }),
  payload: Type.String({
    description: 'As it came; base64 where it is no UTF-8 text, and only its beginning where a page grows too large',
    examples: ['{"carNumber":"12가3456","confidence":0.97}'],
  }),
  storeId: Nullable(Id),
  deviceId: Nullable(Id),
})
export type DeadLetter = Static<typeof DeadLetter>

export const deadLetterOperations = {
  listDeadLetters: {
    http: 'GET /admin/api/recognition/deadLetters',
    access: 'admin',
    summary: 'Messages that were no valid read, the newest first',
    description: `A page of messages that wait for a decision, the newest first. Payloads that are too long for a page
      together are shortened.`,
    input: Strict({ ...pageable('receivedAt') }),
    result: Page(DeadLetter),
  },
  reprocessDeadLetter: {
    http: 'POST /admin/api/recognition/deadLetters/{id}/reprocess',
    resource: 'deadLetter',
    audits: '처리하지 못한 메시지 다시 처리',
    access: 'admin',
    summary: 'Take a message in again; it leaves the list when it is accepted now',
    description: `Judged by the settings and devices of now, as if it had been valid when it arrived; its visit is sent
      to live screens. A repetition finds the read and does what is left, so that nothing is counted twice. It stands in
      the audit log.`,
    input: Strict({ id: Id }),
    result: Nothing,
    errors: {
      DEAD_LETTER_NOT_FOUND: 'No message that waits has this id.',
      READ_INVALID: 'It is still no valid read; `details` say why.',
      CONFLICT: 'Somebody else is at work on it; try again after a second.',
    },
  },
  deleteDeadLetter: {
    http: 'DELETE /admin/api/recognition/deadLetters/{id}',
    resource: 'deadLetter',
    audits: '처리하지 못한 메시지 삭제',
    access: 'admin',
    summary: 'Throw a message away',
    description: 'It leaves the list and is no read. It stands in the audit log with its content.',
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: {
      DEAD_LETTER_NOT_FOUND: 'No message that waits has this id.',
      CONFLICT: 'Its read has been taken in: only `reprocess` ends it.',
    },
  },
} as const satisfies Record<string, Spec>
