// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Upload the image of a read from its recognizer; it is kept for 13 months. `POST /api/recognition/images`
 *
 * Errors: `IMAGE_INVALID`, `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const uploadRecognitionImage: Call<'catalog', 'uploadRecognitionImage'> = {
  service: 'catalog',
  name: 'uploadRecognitionImage',
  http: 'POST /api/recognition/images',
  required: ['image'],
  token: false,
  body: 'multipart',
}
/**
 * List messages that are not valid reads, newest first. `GET /admin/api/recognition/deadLetters`
 */
export const listDeadLetters: Call<'recognition', 'listDeadLetters'> = {
  service: 'recognition',
  name: 'listDeadLetters',
  http: 'GET /admin/api/recognition/deadLetters',
  required: [],
  token: true,
}
/**
 * Process a message again; it leaves the list if it is accepted. `POST /admin/api/recognition/deadLetters/{id}/reprocess`
 *
 * Errors: `DEAD_LETTER_NOT_FOUND`, `READ_INVALID`, `CONFLICT`.
 */
export const reprocessDeadLetter: Call<'recognition', 'reprocessDeadLetter'> = {
  service: 'recognition',
  name: 'reprocessDeadLetter',
  http: 'POST /admin/api/recognition/deadLetters/{id}/reprocess',
  required: ['id'],
  token: true,
}
/**
 * Discard a message. `DELETE /admin/api/recognition/deadLetters/{id}`
 *
 * Errors: `DEAD_LETTER_NOT_FOUND`, `CONFLICT`.
 */
export const deleteDeadLetter: Call<'recognition', 'deleteDeadLetter'> = {
  service: 'recognition',
  name: 'deleteDeadLetter',
  http: 'DELETE /admin/api/recognition/deadLetters/{id}',
  required: ['id'],
  token: true,
}
/**
 * List reads that await a decision, newest first. `GET /admin/api/recognition/reads`
 */
export const listReadReviews: Call<'recognition', 'listReadReviews'> = {
  service: 'recognition',
  name: 'listReadReviews',
  http: 'GET /admin/api/recognition/reads',
  required: [],
  token: true,
}
/**
 * Accept a read with its correct plate. `POST /admin/api/recognition/reads/{readId}/accept`
 *
 * Errors: `READ_NOT_FOUND`, `READ_REVIEWED`, `VISIT_NOT_FOUND`, `VALIDATION_FAILED`, `CONFLICT`.
 */
export const acceptRead: Call<'recognition', 'acceptRead'> = {
  service: 'recognition',
  name: 'acceptRead',
  http: 'POST /admin/api/recognition/reads/{readId}/accept',
  required: ['readId', 'carNumber', 'reason'],
  token: true,
}
/**
 * Dismiss a read. `POST /admin/api/recognition/reads/{readId}/dismiss`
 *
 * Errors: `READ_NOT_FOUND`, `READ_REVIEWED`, `VALIDATION_FAILED`.
 */
export const dismissRead: Call<'recognition', 'dismissRead'> = {
  service: 'recognition',
  name: 'dismissRead',
  http: 'POST /admin/api/recognition/reads/{readId}/dismiss',
  required: ['readId'],
  token: true,
}
/**
 * Compute the visits of a past period with other settings. `POST /admin/api/recognition/rehearsals`
 *
 * Errors: `VALIDATION_FAILED`, `STORE_NOT_FOUND`, `REHEARSAL_RUNNING`.
 */
export const createRehearsal: Call<'recognition', 'createRehearsal'> = {
  service: 'recognition',
  name: 'createRehearsal',
  http: 'POST /admin/api/recognition/rehearsals',
  required: ['from', 'to'],
  token: true,
}
/**
 * Get the progress and the result of a rehearsal. `GET /admin/api/recognition/rehearsals/{id}`
 *
 * Errors: `REHEARSAL_NOT_FOUND`.
 */
export const getRehearsal: Call<'recognition', 'getRehearsal'> = {
  service: 'recognition',
  name: 'getRehearsal',
  http: 'GET /admin/api/recognition/rehearsals/{id}',
  required: ['id'],
  token: true,
}
/**
 * Cancel a rehearsal. `DELETE /admin/api/recognition/rehearsals/{id}`
 *
 * Errors: `REHEARSAL_NOT_FOUND`.
 */
export const cancelRehearsal: Call<'recognition', 'cancelRehearsal'> = {
  service: 'recognition',
  name: 'cancelRehearsal',
  http: 'DELETE /admin/api/recognition/rehearsals/{id}',
  required: ['id'],
  token: true,
}
/**
 * Webhook of Plate Recognizer Stream and Snapshot. `POST /api/recognition/adapters/plateRecognizer/{deviceId}`
 *
 * Errors: `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const receivePlateRecognizer: Call<'gateway', 'receivePlateRecognizer'> = {
  service: 'gateway',
  name: 'receivePlateRecognizer',
  http: 'POST /api/recognition/adapters/plateRecognizer/{deviceId}',
  required: ['deviceId', 'json'],
  token: false,
  body: 'multipart',
}
/**
 * Webhook of OpenALPR and Rekor Scout. `POST /api/recognition/adapters/openalpr/{deviceId}`
 *
 * Errors: `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const receiveOpenAlpr: Call<'gateway', 'receiveOpenAlpr'> = {
  service: 'gateway',
  name: 'receiveOpenAlpr',
  http: 'POST /api/recognition/adapters/openalpr/{deviceId}',
  required: ['deviceId', 'data_type'],
  token: false,
}
/**
 * Webhook for Frigate's tracked object updates and events. `POST /api/recognition/adapters/frigate/{deviceId}`
 *
 * Errors: `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const receiveFrigate: Call<'gateway', 'receiveFrigate'> = {
  service: 'gateway',
  name: 'receiveFrigate',
  http: 'POST /api/recognition/adapters/frigate/{deviceId}',
  required: ['deviceId', 'type'],
  token: false,
}
/**
 * ANPR event of Hikvision cameras (XML with images). `POST /api/recognition/adapters/hikvision/{deviceId}`
 *
 * Errors: `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const receiveHikvision: Call<'gateway', 'receiveHikvision'> = {
  service: 'gateway',
  name: 'receiveHikvision',
  http: 'POST /api/recognition/adapters/hikvision/{deviceId}',
  required: ['deviceId', 'anpr'],
  token: false,
  body: 'multipart',
}
