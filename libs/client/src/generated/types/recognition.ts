// Generated from the contract by `npm run generate`: do not edit.
import type { CallOptions } from '../../model/call.ts'
import type { DeadLetter, Device, DeviceWithSecret, Page, VisitDetail, VisitRow, VisitStatistic } from './schemas.ts'

/** Input of `createDevice`. */
export type CreateDeviceInput = {
  /** UUIDv7 */
  storeId: string
  name: string
}

/** Input of `listDevices`. */
export type ListDevicesInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('name,asc' | 'name,desc' | 'lastSeenAt,asc' | 'lastSeenAt,desc')[]
}

/** Input of `rotateDeviceSecret`. */
export type RotateDeviceSecretInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `deleteDevice`. */
export type DeleteDeviceInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `testDevice`. */
export type TestDeviceInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `listVisits`. */
export type ListVisitsInput = {
  /** UUIDv7 */
  storeId?: string
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  /** A plate or its last four digits */
  carNumber?: string
  /** Id or name */
  member?: string
  /** Whether it was a member or a guest who came; one who has left is a guest */
  kind?: 'member' | 'guest'
  /** From 0 */
  page?: number
  size?: number
  sort?: ('recognizedAt,asc' | 'recognizedAt,desc')[]
}

/** Input of `exportVisits`. */
export type ExportVisitsInput = {
  /** UUIDv7 */
  storeId?: string
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  /** A plate or its last four digits */
  carNumber?: string
  /** Id or name */
  member?: string
  /** Whether it was a member or a guest who came; one who has left is a guest */
  kind?: 'member' | 'guest'
  /** From 0 */
  page?: number
  size?: number
  sort?: ('recognizedAt,asc' | 'recognizedAt,desc')[]
}

/** Input of `getVisitStatistics`. */
export type GetVisitStatisticsInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  by?: 'hour' | 'day'
  /** UUIDv7 */
  storeId?: string
}

/** Input of `getVisit`. */
export type GetVisitInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `correctVisit`. */
export type CorrectVisitInput = {
  /** UUIDv7 */
  id: string
  carNumber: string
  reason: string
}

/** Input of `noteVisit`. */
export type NoteVisitInput = {
  /** UUIDv7 */
  storeId: string
  carNumber: string
  reason: string
}

/** Input of `listDeadLetters`. */
export type ListDeadLettersInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('receivedAt,asc' | 'receivedAt,desc')[]
}

/** Input of `reprocessDeadLetter`. */
export type ReprocessDeadLetterInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `deleteDeadLetter`. */
export type DeleteDeadLetterInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `receivePlateRecognizer`. */
export type ReceivePlateRecognizerInput = {
  /** UUIDv7 */
  deviceId: string
  json: Blob
  upload?: Blob
}

/** Input of `receiveOpenAlpr`. */
export type ReceiveOpenAlprInput = {
  /** UUIDv7 */
  deviceId: string
  data_type: string
  best_uuid?: string | null
  best_plate_number?: string | null
  best_confidence?: number | null
  /** A list of `{plate, confidence}`; the first ten are kept */
  candidates?: unknown
  epoch_start?: number | null
}

/** Input of `receiveFrigate`. */
export type ReceiveFrigateInput = {
  /** UUIDv7 */
  deviceId: string
  type: string
  id?: string | null
  plate?: string | null
  score?: number | null
  timestamp?: number | null
}

/** Input of `receiveHikvision`. */
export type ReceiveHikvisionInput = {
  /** UUIDv7 */
  deviceId: string
  anpr: Blob
  pictures?: Blob
}

export type RecognitionInputs = {
  createDevice: CreateDeviceInput
  listDevices: ListDevicesInput
  rotateDeviceSecret: RotateDeviceSecretInput
  deleteDevice: DeleteDeviceInput
  testDevice: TestDeviceInput
  listVisits: ListVisitsInput
  exportVisits: ExportVisitsInput
  getVisitStatistics: GetVisitStatisticsInput
  getVisit: GetVisitInput
  correctVisit: CorrectVisitInput
  noteVisit: NoteVisitInput
  listDeadLetters: ListDeadLettersInput
  reprocessDeadLetter: ReprocessDeadLetterInput
  deleteDeadLetter: DeleteDeadLetterInput
  receivePlateRecognizer: ReceivePlateRecognizerInput
  receiveOpenAlpr: ReceiveOpenAlprInput
  receiveFrigate: ReceiveFrigateInput
  receiveHikvision: ReceiveHikvisionInput
}

export type RecognitionResults = {
  createDevice: DeviceWithSecret
  listDevices: Page<Device>
  rotateDeviceSecret: DeviceWithSecret
  deleteDevice: null
  testDevice: null
  listVisits: Page<VisitRow>
  exportVisits: Blob
  getVisitStatistics: VisitStatistic[]
  getVisit: VisitDetail
  correctVisit: VisitDetail
  noteVisit: VisitDetail
  listDeadLetters: Page<DeadLetter>
  reprocessDeadLetter: null
  deleteDeadLetter: null
  receivePlateRecognizer: null
  receiveOpenAlpr: null
  receiveFrigate: null
  receiveHikvision: null
}

export interface RecognitionClient {
  /**
   * Register a recognizer; its secret is shown this once. `POST /admin/api/devices`
   *
   * The recognizer signs in to NATS, MQTT and HTTP with its id and this secret, which is in this answer
   * only: a repetition by `Idempotency-Key` names the device without it. It can sign in at once, and stands in the
   * audit log.
   *
   * - `STORE_NOT_FOUND`: `storeId` is of no store, or of one that was closed for good.
   * - `VALIDATION_FAILED`: `name` is nothing but spaces.
   */
  createDevice(input: CreateDeviceInput, options?: CallOptions): Promise<DeviceWithSecret>
  /**
   * List recognizers with their condition. `GET /admin/api/devices`
   *
   * A page of recognizers, by name unless `sort` says otherwise. Offline is who was not heard of for
   * three minutes; `lastError` is of the last 24 hours, and `readsToday` counts from midnight in Asia/Seoul.
   */
  listDevices(input?: ListDevicesInput, options?: CallOptions): Promise<Page<Device>>
  /**
   * Give a recognizer a new secret; the old one and its connections end at once. `POST /admin/api/devices/{id}/rotate`
   *
   * The new secret is in this answer only, and good at once; sent again, it makes another one. It stands
   * in the audit log, without the secret.
   *
   * - `DEVICE_NOT_FOUND`: No recognizer has this id, or it was removed.
   */
  rotateDeviceSecret(input: RotateDeviceSecretInput, options?: CallOptions): Promise<DeviceWithSecret>
  /**
   * Remove a recognizer; its connections end at once, its reads stay. `DELETE /admin/api/devices/{id}`
   *
   * It cannot sign in any more, by whichever protocol; visits keep its id. It stands in the audit log.
   *
   * - `DEVICE_NOT_FOUND`: No recognizer has this id, or it was removed.
   */
  deleteDevice(input: DeleteDeviceInput, options?: CallOptions): Promise<null>
  /**
   * Send a test read of plate 00가0000: shown as a test, counted nowhere. `POST /admin/api/devices/{id}/test`
   *
   * The read goes the whole way that the recognizer's own take, so that live screens show it if all is
   * well. It is no visit, uses no product, and is in no statistic.
   *
   * - `DEVICE_NOT_FOUND`: No recognizer has this id, or it was removed.
   */
  testDevice(input: TestDeviceInput, options?: CallOptions): Promise<null>
  /**
   * Search visits, the newest first. `GET /admin/api/visits`
   *
   * A page of visits that are not merged into another, the newest first unless `sort` says otherwise.
   * `carNumber` is a whole plate or its last four digits, `member` an id or a part of any name that the member has
   * had; `from` and `to` are about the first read.
   */
  listVisits(input?: ListVisitsInput, options?: CallOptions): Promise<Page<VisitRow>>
  /**
   * The list of visits as CSV. `GET /admin/api/visits/export`
   *
   * Visits that the query finds, with who came. The file is UTF-8 for spreadsheets, with Korean headings, filtered and sorted as the list is; `page` and
   * `size` are ignored. The response is streamed; after a failure the connection is cut, so that an incomplete file does
   * not look complete.
   */
  exportVisits(input?: ExportVisitsInput, options?: CallOptions): Promise<Blob>
  /**
   * Visits by hour or day. `GET /admin/api/visits/stats`
   *
   * By hours or days in Asia/Seoul, periods without a visit too. A visit counts when it began;
   * `returning` are those whose plate had been at any store before.
   *
   * - `VALIDATION_FAILED`: The range has more than 10,000 periods, or ends before it begins.
   */
  getVisitStatistics(input: GetVisitStatisticsInput, options?: CallOptions): Promise<VisitStatistic[]>
  /**
   * One visit with its reads. `GET /admin/api/visits/{id}`
   *
   * `readings` are its accepted reads in order; `suggestions` are registered plates that the camera may
   * have meant, for a person to confirm. A merged visit answers, too, and names the one that it became part of. The
   * `ETag` grows with each read.
   *
   * - `VISIT_NOT_FOUND`: No visit has this id.
   */
  getVisit(input: GetVisitInput, options?: CallOptions): Promise<VisitDetail>
  /**
   * Correct a misread plate: the visit's reads move to it, and its product use is decided again. `PATCH /admin/api/visits/{id}`
   *
   * At the right plate it is as if the reads had been read so: visits within the setting
   * `recognition.revisitSeconds` become one, and what the member uses is decided anew. Live screens get every visit
   * that changed once more. It stands in the audit log; with the plate that it has nothing happens.
   *
   * - `VISIT_NOT_FOUND`: No visit has this id.
   * - `VISIT_MERGED`: The visit has become part of another: correct that one.
   * - `VALIDATION_FAILED`: `carNumber` is no Korean number plate.
   */
  correctVisit(input: CorrectVisitInput, options?: CallOptions): Promise<VisitDetail>
  /**
   * Note a visit by hand. `POST /admin/api/visits`
   *
   * The car is here now, as if a camera had read its plate without a doubt: within the setting
   * `recognition.revisitSeconds` it lengthens the visit that is there, and that one is answered. Live screens show it,
   * and a product is used as by any visit. It stands in the audit log with its reason.
   *
   * - `STORE_NOT_FOUND`: `storeId` is of no store, or of one that was closed for good.
   * - `VALIDATION_FAILED`: `carNumber` is no Korean number plate.
   */
  noteVisit(input: NoteVisitInput, options?: CallOptions): Promise<VisitDetail>
  /**
   * Messages that were no valid read, the newest first. `GET /admin/api/recognition/deadLetters`
   *
   * A page of messages that wait for a decision, the newest first. Payloads that are too long for a page
   * together are shortened.
   */
  listDeadLetters(input?: ListDeadLettersInput, options?: CallOptions): Promise<Page<DeadLetter>>
  /**
   * Take a message in again; it leaves the list when it is accepted now. `POST /admin/api/recognition/deadLetters/{id}/reprocess`
   *
   * Judged by the settings and devices of now, as if it had been valid when it arrived; its visit is sent
   * to live screens. A repetition finds the read and does what is left, so that nothing is counted twice. It stands in
   * the audit log.
   *
   * - `DEAD_LETTER_NOT_FOUND`: No message that waits has this id.
   * - `READ_INVALID`: It is still no valid read; `details` say why.
   * - `CONFLICT`: Somebody else is at work on it; try again after a second.
   */
  reprocessDeadLetter(input: ReprocessDeadLetterInput, options?: CallOptions): Promise<null>
  /**
   * Throw a message away. `DELETE /admin/api/recognition/deadLetters/{id}`
   *
   * It leaves the list and is no read. It stands in the audit log with its content.
   *
   * - `DEAD_LETTER_NOT_FOUND`: No message that waits has this id.
   * - `CONFLICT`: Its read has been taken in: only `reprocess` ends it.
   */
  deleteDeadLetter(input: DeleteDeadLetterInput, options?: CallOptions): Promise<null>
  /**
   * Webhook of Plate Recognizer Stream: each plate of a recognition is a read, anything else is answered and left. `POST /api/recognition/adapters/plateRecognizer/{deviceId}`
   *
   * Set it as the webhook of the stream, with id and secret of a recognizer as HTTP Basic. It is answered
   * once the reads are stored, each once however often it comes; a picture that cannot be stored does not hold up its
   * read.
   *
   * - `VALIDATION_FAILED`: The event has a plate and lacks what a read needs, such as its time or its confidence; `details` name the vendor's field.
   * - `RATE_LIMITED`: The recognizer has sent too much, and is kept out for a while.
   * - `UNAVAILABLE`: The read could not be stored: the vendor's product sends it again.
   */
  receivePlateRecognizer(input: ReceivePlateRecognizerInput, options?: CallOptions): Promise<null>
  /**
   * Webhook of OpenALPR and Rekor Scout: a group is a read, anything else is answered and left. `POST /api/recognition/adapters/openalpr/{deviceId}`
   *
   * Set it as the upload address of the agent, with id and secret of a recognizer as HTTP Basic. It is
   * answered once the read is stored, once however often it comes; `best_confidence` becomes 0 to 1.
   *
   * - `VALIDATION_FAILED`: The event has a plate and lacks what a read needs, such as its time or its confidence; `details` name the vendor's field.
   * - `RATE_LIMITED`: The recognizer has sent too much, and is kept out for a while.
   * - `UNAVAILABLE`: The read could not be stored: the vendor's product sends it again.
   */
  receiveOpenAlpr(input: ReceiveOpenAlprInput, options?: CallOptions): Promise<null>
  /**
   * Frigate's tracked object update: one with a plate is a read, anything else is answered and left. `POST /api/recognition/adapters/frigate/{deviceId}`
   *
   * Send Frigate's MQTT messages of tracked objects here, with id and secret of a recognizer as HTTP
   * Basic. It is answered once the read is stored, once however often it comes.
   *
   * - `VALIDATION_FAILED`: The event has a plate and lacks what a read needs, such as its time or its confidence; `details` name the vendor's field.
   * - `RATE_LIMITED`: The recognizer has sent too much, and is kept out for a while.
   * - `UNAVAILABLE`: The read could not be stored: the vendor's product sends it again.
   */
  receiveFrigate(input: ReceiveFrigateInput, options?: CallOptions): Promise<null>
  /**
   * ANPR event of Hikvision cameras (XML, with its pictures); other events are answered and left. `POST /api/recognition/adapters/hikvision/{deviceId}`
   *
   * Set it as the camera's alarm server, with id and secret of a recognizer. A time without an offset is
   * meant in Korea; the largest of the pictures is kept with the read. It is answered once the read is stored, once
   * however often it comes.
   *
   * - `VALIDATION_FAILED`: The event has a plate and lacks what a read needs, such as its time or its confidence; `details` name the vendor's field.
   * - `RATE_LIMITED`: The recognizer has sent too much, and is kept out for a while.
   * - `UNAVAILABLE`: The read could not be stored: the vendor's product sends it again.
   */
  receiveHikvision(input: ReceiveHikvisionInput, options?: CallOptions): Promise<null>
}
