// Written by `npm run generate` from the contract; a test holds it to that.
import type { CallOptions } from '../transport.ts'
import type { DeadLetter, Device, DeviceWithSecret, Page, VisitDetail, VisitRow, VisitStatistic } from './schemas.ts'

/** What `createDevice` takes. */
export type CreateDeviceInput = {
  /** UUIDv7 */
  storeId: string
  name: string
}

/** What `listDevices` takes. */
export type ListDevicesInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('name,asc' | 'name,desc' | 'lastSeenAt,asc' | 'lastSeenAt,desc')[]
}

/** What `rotateDeviceSecret` takes. */
export type RotateDeviceSecretInput = {
  /** UUIDv7 */
  id: string
}

/** What `deleteDevice` takes. */
export type DeleteDeviceInput = {
  /** UUIDv7 */
  id: string
}

/** What `testDevice` takes. */
export type TestDeviceInput = {
  /** UUIDv7 */
  id: string
}

/** What `listVisits` takes. */
export type ListVisitsInput = {
  /** UUIDv7 */
  storeId?: string
  /** A moment, or a day in Asia/Seoul from its beginning */
  from?: string
  /** A moment, exclusive, or a day in Asia/Seoul to its end */
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

/** What `exportVisits` takes. */
export type ExportVisitsInput = {
  /** UUIDv7 */
  storeId?: string
  /** A moment, or a day in Asia/Seoul from its beginning */
  from?: string
  /** A moment, exclusive, or a day in Asia/Seoul to its end */
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

/** What `getVisitStatistics` takes. */
export type GetVisitStatisticsInput = {
  /** A moment, or a day in Asia/Seoul from its beginning */
  from: string
  /** A moment, exclusive, or a day in Asia/Seoul to its end */
  to: string
  by?: 'hour' | 'day'
  /** UUIDv7 */
  storeId?: string
}

/** What `getVisit` takes. */
export type GetVisitInput = {
  /** UUIDv7 */
  id: string
}

/** What `correctVisit` takes. */
export type CorrectVisitInput = {
  /** UUIDv7 */
  id: string
  carNumber: string
  reason: string
}

/** What `noteVisit` takes. */
export type NoteVisitInput = {
  /** UUIDv7 */
  storeId: string
  carNumber: string
  reason: string
}

/** What `listDeadLetters` takes. */
export type ListDeadLettersInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('receivedAt,asc' | 'receivedAt,desc')[]
}

/** What `reprocessDeadLetter` takes. */
export type ReprocessDeadLetterInput = {
  /** UUIDv7 */
  id: string
}

/** What `deleteDeadLetter` takes. */
export type DeleteDeadLetterInput = {
  /** UUIDv7 */
  id: string
}

/** What `receivePlateRecognizer` takes. */
export type ReceivePlateRecognizerInput = {
  /** UUIDv7 */
  deviceId: string
  json: Blob
  upload?: Blob
}

/** What `receiveOpenAlpr` takes. */
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

/** What `receiveFrigate` takes. */
export type ReceiveFrigateInput = {
  /** UUIDv7 */
  deviceId: string
  type: string
  id?: string | null
  plate?: string | null
  score?: number | null
  timestamp?: number | null
}

/** What `receiveHikvision` takes. */
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
   * Refuses with `STORE_NOT_FOUND`.
   */
  createDevice(input: CreateDeviceInput, options?: CallOptions): Promise<DeviceWithSecret>
  /**
   * List recognizers with their condition. `GET /admin/api/devices`
   */
  listDevices(input?: ListDevicesInput, options?: CallOptions): Promise<Page<Device>>
  /**
   * Give a recognizer a new secret; the old one and its connections end at once. `POST /admin/api/devices/{id}/rotate`
   *
   * Refuses with `DEVICE_NOT_FOUND`.
   */
  rotateDeviceSecret(input: RotateDeviceSecretInput, options?: CallOptions): Promise<DeviceWithSecret>
  /**
   * Remove a recognizer; its connections end at once, its reads stay. `DELETE /admin/api/devices/{id}`
   *
   * Refuses with `DEVICE_NOT_FOUND`.
   */
  deleteDevice(input: DeleteDeviceInput, options?: CallOptions): Promise<null>
  /**
   * Send a test read of plate 00가0000: shown as a test, counted nowhere. `POST /admin/api/devices/{id}/test`
   *
   * Refuses with `DEVICE_NOT_FOUND`.
   */
  testDevice(input: TestDeviceInput, options?: CallOptions): Promise<null>
  /**
   * Search visits, the newest first. `GET /admin/api/visits`
   */
  listVisits(input?: ListVisitsInput, options?: CallOptions): Promise<Page<VisitRow>>
  /**
   * The list of visits as CSV. `GET /admin/api/visits/export`
   */
  exportVisits(input?: ExportVisitsInput, options?: CallOptions): Promise<Blob>
  /**
   * Visits by hour or day. `GET /admin/api/visits/stats`
   */
  getVisitStatistics(input: GetVisitStatisticsInput, options?: CallOptions): Promise<VisitStatistic[]>
  /**
   * One visit with its reads. `GET /admin/api/visits/{id}`
   *
   * Refuses with `VISIT_NOT_FOUND`.
   */
  getVisit(input: GetVisitInput, options?: CallOptions): Promise<VisitDetail>
  /**
   * Correct a misread plate: the visit's reads move to it, and its product use is decided again. `PATCH /admin/api/visits/{id}`
   *
   * Refuses with `VISIT_NOT_FOUND`, `VISIT_MERGED`.
   */
  correctVisit(input: CorrectVisitInput, options?: CallOptions): Promise<VisitDetail>
  /**
   * Note a visit by hand. `POST /admin/api/visits`
   *
   * Refuses with `STORE_NOT_FOUND`.
   */
  noteVisit(input: NoteVisitInput, options?: CallOptions): Promise<VisitDetail>
  /**
   * Messages that were no valid read, the newest first. `GET /admin/api/recognition/deadLetters`
   */
  listDeadLetters(input?: ListDeadLettersInput, options?: CallOptions): Promise<Page<DeadLetter>>
  /**
   * Take a message in again; it leaves the list when it is accepted now. `POST /admin/api/recognition/deadLetters/{id}/reprocess`
   *
   * Refuses with `DEAD_LETTER_NOT_FOUND`, `READ_INVALID`, `CONFLICT`.
   */
  reprocessDeadLetter(input: ReprocessDeadLetterInput, options?: CallOptions): Promise<null>
  /**
   * Throw a message away. `DELETE /admin/api/recognition/deadLetters/{id}`
   *
   * Refuses with `DEAD_LETTER_NOT_FOUND`, `CONFLICT`.
   */
  deleteDeadLetter(input: DeleteDeadLetterInput, options?: CallOptions): Promise<null>
  /**
   * Webhook of Plate Recognizer Stream: each plate of a recognition is a read, anything else is answered and left. `POST /api/recognition/adapters/plateRecognizer/{deviceId}`
   */
  receivePlateRecognizer(input: ReceivePlateRecognizerInput, options?: CallOptions): Promise<null>
  /**
   * Webhook of OpenALPR and Rekor Scout: a group is a read, anything else is answered and left. `POST /api/recognition/adapters/openalpr/{deviceId}`
   */
  receiveOpenAlpr(input: ReceiveOpenAlprInput, options?: CallOptions): Promise<null>
  /**
   * Frigate's tracked object update: one with a plate is a read, anything else is answered and left. `POST /api/recognition/adapters/frigate/{deviceId}`
   */
  receiveFrigate(input: ReceiveFrigateInput, options?: CallOptions): Promise<null>
  /**
   * ANPR event of Hikvision cameras (XML, with its pictures); other events are answered and left. `POST /api/recognition/adapters/hikvision/{deviceId}`
   */
  receiveHikvision(input: ReceiveHikvisionInput, options?: CallOptions): Promise<null>
}
