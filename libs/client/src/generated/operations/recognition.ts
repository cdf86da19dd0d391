// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Upload the image of a read from its recognizer; it is kept for 13 months. `POST /api/recognition/images`
 * Errors: `IMAGE_INVALID`, `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const uploadRecognitionImage = call(
  'catalog',
  'uploadRecognitionImage',
  'POST /api/recognition/images',
  ['image'],
  { token: false, body: 'multipart' },
)
/** List messages that are not valid reads, newest first. `GET /admin/api/recognition/deadLetters` */
export const listDeadLetters = call('recognition', 'listDeadLetters', 'GET /admin/api/recognition/deadLetters')
/**
 * Process a message again; it leaves the list if it is accepted. `POST /admin/api/recognition/deadLetters/{id}/reprocess`
 * Errors: `DEAD_LETTER_NOT_FOUND`, `READ_INVALID`, `CONFLICT`.
 */
export const reprocessDeadLetter = call(
  'recognition',
  'reprocessDeadLetter',
  'POST /admin/api/recognition/deadLetters/{id}/reprocess',
  ['id'],
)
/** Discard a message. `DELETE /admin/api/recognition/deadLetters/{id}` Errors: `DEAD_LETTER_NOT_FOUND`, `CONFLICT`. */
export const deleteDeadLetter = call(
  'recognition',
  'deleteDeadLetter',
  'DELETE /admin/api/recognition/deadLetters/{id}',
  ['id'],
)
/** List reads that await a decision, newest first. `GET /admin/api/recognition/reads` */
export const listReadReviews = call('recognition', 'listReadReviews', 'GET /admin/api/recognition/reads')
/**
 * Accept a read with its correct plate. `POST /admin/api/recognition/reads/{readId}/accept`
 * Errors: `READ_NOT_FOUND`, `READ_REVIEWED`, `VISIT_NOT_FOUND`, `VALIDATION_FAILED`, `CONFLICT`.
 */
export const acceptRead = call('recognition', 'acceptRead', 'POST /admin/api/recognition/reads/{readId}/accept', [
  'readId',
  'carNumber',
  'reason',
])
/**
 * Dismiss a read. `POST /admin/api/recognition/reads/{readId}/dismiss`
 * Errors: `READ_NOT_FOUND`, `READ_REVIEWED`, `VALIDATION_FAILED`.
 */
export const dismissRead = call('recognition', 'dismissRead', 'POST /admin/api/recognition/reads/{readId}/dismiss', [
  'readId',
])
/**
 * Compute the visits of a past period with other settings. `POST /admin/api/recognition/rehearsals`
 * Errors: `VALIDATION_FAILED`, `STORE_NOT_FOUND`, `REHEARSAL_RUNNING`.
 */
export const createRehearsal = call('recognition', 'createRehearsal', 'POST /admin/api/recognition/rehearsals', [
  'from',
  'to',
])
/**
 * Get the progress and the result of a rehearsal. `GET /admin/api/recognition/rehearsals/{id}`
 * Errors: `REHEARSAL_NOT_FOUND`.
 */
export const getRehearsal = call('recognition', 'getRehearsal', 'GET /admin/api/recognition/rehearsals/{id}', ['id'])
/** Cancel a rehearsal. `DELETE /admin/api/recognition/rehearsals/{id}` Errors: `REHEARSAL_NOT_FOUND`. */
export const cancelRehearsal = call('recognition', 'cancelRehearsal', 'DELETE /admin/api/recognition/rehearsals/{id}', [
  'id',
])
/**
 * Webhook of Plate Recognizer Stream and Snapshot. `POST /api/recognition/adapters/plateRecognizer/{deviceId}`
 * Errors: `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const receivePlateRecognizer = call(
  'gateway',
  'receivePlateRecognizer',
  'POST /api/recognition/adapters/plateRecognizer/{deviceId}',
  ['deviceId', 'json'],
  { token: false, body: 'multipart' },
)
/**
 * Webhook of OpenALPR and Rekor Scout. `POST /api/recognition/adapters/openalpr/{deviceId}`
 * Errors: `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const receiveOpenAlpr = call(
  'gateway',
  'receiveOpenAlpr',
  'POST /api/recognition/adapters/openalpr/{deviceId}',
  ['deviceId', 'data_type'],
  { token: false },
)
/**
 * Webhook for Frigate's tracked object updates and events. `POST /api/recognition/adapters/frigate/{deviceId}`
 * Errors: `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const receiveFrigate = call(
  'gateway',
  'receiveFrigate',
  'POST /api/recognition/adapters/frigate/{deviceId}',
  ['deviceId', 'type'],
  { token: false },
)
/**
 * ANPR event of Hikvision cameras (XML with images). `POST /api/recognition/adapters/hikvision/{deviceId}`
 * Errors: `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const receiveHikvision = call(
  'gateway',
  'receiveHikvision',
  'POST /api/recognition/adapters/hikvision/{deviceId}',
  ['deviceId', 'anpr'],
  { token: false, body: 'multipart' },
)
