import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { deadLetterReasons } from './dead-letter-reasons.ts'

/** A message that is not a valid read, stored with the content and the reason. */
export const DeadLetter = Type.Object({
  id: Id,
  receivedAt: Instant,
  subject: Type.String({
    examples: ['recognition.read.0199a0c5-3c80-7000-8000-000000000001.0199a0c5-3c80-7000-8000-000000000002'],
  }),
  reason: Type.String({ description: `One of ${deadLetterReasons.join(', ')}`, examples: ['field:recognizedAt'] }),
  payload: Type.String({
    description:
      'Content of the message, unchanged; base64 if it is not UTF-8 text, and only its beginning if the page becomes too large',
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
    permission: 'devices.read',
    scope: 'headOffice',
    summary: 'List messages that are not valid reads, newest first',
    description: `Returns a page of messages that await a decision. Payloads are shortened if the page becomes too
      large. Only administrators of all stores can call this, because an invalid message may name any store or none.`,
    input: Strict({ ...pageable('receivedAt') }),
    result: Page(DeadLetter),
  },
  reprocessDeadLetter: {
    http: 'POST /admin/api/recognition/deadLetters/{id}/reprocess',
    resource: 'deadLetter',
    audits: '처리하지 못한 메시지 다시 처리',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'headOffice',
    summary: 'Process a message again; it leaves the list if it is accepted',
    description: `The message is validated with the current settings and recognizers, as if it had been valid on
      arrival; live screens receive its visit. A repetition finds the stored read and completes the rest, so that
      nothing is counted twice. The change is recorded in the audit log.`,
    input: Strict({ id: Id }),
    result: Nothing,
    errors: {
      DEAD_LETTER_NOT_FOUND: 'No message that awaits a decision has this id.',
      READ_INVALID: 'It is still not a valid read; `details` gives the reason.',
      CONFLICT: 'Another request is processing it: try again after one second.',
    },
  },
  deleteDeadLetter: {
    http: 'DELETE /admin/api/recognition/deadLetters/{id}',
    resource: 'deadLetter',
    audits: '처리하지 못한 메시지 삭제',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'headOffice',
    summary: 'Discard a message',
    description: `The message leaves the list and does not become a read. The change is recorded in the audit log with
      its content.`,
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: {
      DEAD_LETTER_NOT_FOUND: 'No message that awaits a decision has this id.',
      CONFLICT: 'Its read is already stored: only `reprocess` can complete it.',
    },
  },
} as const satisfies Record<string, Spec>
