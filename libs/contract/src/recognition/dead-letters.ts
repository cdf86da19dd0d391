import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict } from '../common.ts'
import type { Spec } from '../operation.ts'
import { Page, pageable } from '../paging.ts'
import { deadLetterReasons } from './dead-letter-reasons.ts'

/** A message that is no valid read, kept whole with its reason. */
export const DeadLetter = Type.Object({
  id: Id,
  receivedAt: Instant,
  subject: Type.String(),
  reason: Type.String({ description: `One of ${deadLetterReasons.join(', ')}`, examples: ['field:recognizedAt'] }),
  payload: Type.String({
    description: 'As it came; base64 where it is no UTF-8 text, and only its beginning where a page grows too large',
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
    input: Strict({ ...pageable('receivedAt') }),
    result: Page(DeadLetter),
  },
  reprocessDeadLetter: {
    http: 'POST /admin/api/recognition/deadLetters/{id}/reprocess',
    access: 'admin',
    summary: 'Take a message in again; it leaves the list when it is accepted now',
    input: Strict({ id: Id }),
    result: Nothing,
    errors: ['DEAD_LETTER_NOT_FOUND', 'READ_INVALID', 'CONFLICT'],
  },
  deleteDeadLetter: {
    http: 'DELETE /admin/api/recognition/deadLetters/{id}',
    access: 'admin',
    summary: 'Throw a message away',
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: ['DEAD_LETTER_NOT_FOUND', 'CONFLICT'],
  },
} as const satisfies Record<string, Spec>
