// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const uploadRecognitionImage: Call<'catalog', 'uploadRecognitionImage'> = {
  service: 'catalog',
  name: 'uploadRecognitionImage',
  http: 'POST /api/recognition/images',
  required: ['image'],
  token: false,
  body: 'multipart',
}
export const listDeadLetters: Call<'recognition', 'listDeadLetters'> = {
  service: 'recognition',
  name: 'listDeadLetters',
  http: 'GET /admin/api/recognition/deadLetters',
  required: [],
  token: true,
}
export const reprocessDeadLetter: Call<'recognition', 'reprocessDeadLetter'> = {
  service: 'recognition',
  name: 'reprocessDeadLetter',
  http: 'POST /admin/api/recognition/deadLetters/{id}/reprocess',
  required: ['id'],
  token: true,
}
export const deleteDeadLetter: Call<'recognition', 'deleteDeadLetter'> = {
  service: 'recognition',
  name: 'deleteDeadLetter',
  http: 'DELETE /admin/api/recognition/deadLetters/{id}',
  required: ['id'],
  token: true,
}
export const receivePlateRecognizer: Call<'recognition', 'receivePlateRecognizer'> = {
  service: 'recognition',
  name: 'receivePlateRecognizer',
  http: 'POST /api/recognition/adapters/plateRecognizer/{deviceId}',
  required: ['deviceId', 'json'],
  token: false,
  body: 'multipart',
}
export const receiveOpenAlpr: Call<'recognition', 'receiveOpenAlpr'> = {
  service: 'recognition',
  name: 'receiveOpenAlpr',
  http: 'POST /api/recognition/adapters/openalpr/{deviceId}',
  required: ['deviceId', 'data_type'],
  token: false,
}
export const receiveFrigate: Call<'recognition', 'receiveFrigate'> = {
  service: 'recognition',
  name: 'receiveFrigate',
  http: 'POST /api/recognition/adapters/frigate/{deviceId}',
  required: ['deviceId', 'type'],
  token: false,
}
export const receiveHikvision: Call<'recognition', 'receiveHikvision'> = {
  service: 'recognition',
  name: 'receiveHikvision',
  http: 'POST /api/recognition/adapters/hikvision/{deviceId}',
  required: ['deviceId', 'anpr'],
  token: false,
  body: 'multipart',
}
