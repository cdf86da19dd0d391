// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * The picture of a read, from its device; kept for 13 months, less where the oldest must make room. `POST /api/recognition/images`
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
 * Messages that were no valid read, the newest first. `GET /admin/api/recognition/deadLetters`
 */
export const listDeadLetters: Call<'recognition', 'listDeadLetters'> = {
  service: 'recognition',
  name: 'listDeadLetters',
  http: 'GET /admin/api/recognition/deadLetters',
  required: [],
  token: true,
}
/**
 * Take a message in again; it leaves the list when it is accepted now. `POST /admin/api/recognition/deadLetters/{id}/reprocess`
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
 * Throw a message away. `DELETE /admin/api/recognition/deadLetters/{id}`
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
 * Webhook of Plate Recognizer Stream: each plate of a recognition is a read, anything else is answered and left. `POST /api/recognition/adapters/plateRecognizer/{deviceId}`
 *
 * Errors: `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const receivePlateRecognizer: Call<'recognition', 'receivePlateRecognizer'> = {
  service: 'recognition',
  name: 'receivePlateRecognizer',
  http: 'POST /api/recognition/adapters/plateRecognizer/{deviceId}',
  required: ['deviceId', 'json'],
  token: false,
  body: 'multipart',
}
/**
 * Webhook of OpenALPR and Rekor Scout: a group is a read, anything else is answered and left. `POST /api/recognition/adapters/openalpr/{deviceId}`
 *
 * Errors: `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const receiveOpenAlpr: Call<'recognition', 'receiveOpenAlpr'> = {
  service: 'recognition',
  name: 'receiveOpenAlpr',
  http: 'POST /api/recognition/adapters/openalpr/{deviceId}',
  required: ['deviceId', 'data_type'],
  token: false,
}
/**
 * Frigate's tracked object update: one with a plate is a read, anything else is answered and left. `POST /api/recognition/adapters/frigate/{deviceId}`
 *
 * Errors: `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const receiveFrigate: Call<'recognition', 'receiveFrigate'> = {
  service: 'recognition',
  name: 'receiveFrigate',
  http: 'POST /api/recognition/adapters/frigate/{deviceId}',
  required: ['deviceId', 'type'],
  token: false,
}
/**
 * ANPR event of Hikvision cameras (XML, with its pictures); other events are answered and left. `POST /api/recognition/adapters/hikvision/{deviceId}`
 *
 * Errors: `VALIDATION_FAILED`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const receiveHikvision: Call<'recognition', 'receiveHikvision'> = {
  service: 'recognition',
  name: 'receiveHikvision',
  http: 'POST /api/recognition/adapters/hikvision/{deviceId}',
  required: ['deviceId', 'anpr'],
  token: false,
  body: 'multipart',
}
