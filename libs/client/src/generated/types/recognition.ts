// Generated from the contract by `npm run generate`: do not edit.
import type { CallOptions } from '../../model/call.ts'
import type {
  DeadLetter,
  Device,
  DeviceWithSecret,
  Gate,
  ListedPlate,
  Page,
  Rehearsal,
  ReviewedRead,
  VisitDetail,
  VisitRow,
  VisitStatistic,
} from './schemas.ts'

/** Input of `createDevice`. */
export type CreateDeviceInput = {
  /** UUIDv7 */
  storeId: string
  name: string
  laneName?: string | null
  /** A read at an `exit`, or with the direction `out`, ends the visit of its plate and begins none; the next read that is neither of these begins a new visit */
  role?: 'entry' | 'exit' | 'both'
  minimumConfidence?: number | null
  revisitSeconds?: number | null
  /** `arrival`: the time of a read is the time of its arrival at the server; for cameras whose clock is not set */
  timeSource?: 'device' | 'arrival'
  /** The recognizer opens a gate: it receives a decision for each car. Only with the role `entry` */
  gateOutput?: boolean
  /** Decisions have the member's masked name, the product and its remaining uses, for a display at the gate */
  gateShowsMember?: boolean
  arrivalAngle?: number | null
}

/** Input of `listDevices`. */
export type ListDevicesInput = {
  /** Page number, from 0 */
  page?: number
  /** Items in a page: 0 counts as 20, more than 100 as 100 */
  size?: number
  sort?: ('name,asc' | 'name,desc' | 'lastSeenAt,asc' | 'lastSeenAt,desc')[]
  /** UUIDv7 */
  storeId?: string
}

/** Input of `getScreenStore`. */
export type GetScreenStoreInput = Record<never, never>

/** Result of `getScreenStore`. */
export type GetScreenStoreResult = {
  /** UUIDv7 */
  storeId: string
  storeName: string | null
  recognizers: {
    online: boolean
    clockSkewMs: number | null
  }[]
}

/** Input of `updateDevice`. */
export type UpdateDeviceInput = {
  /** UUIDv7 */
  id: string
  /** UUIDv7 */
  storeId?: string
  name?: string
  laneName?: string | null
  /** A read at an `exit`, or with the direction `out`, ends the visit of its plate and begins none; the next read that is neither of these begins a new visit */
  role?: 'entry' | 'exit' | 'both'
  minimumConfidence?: number | null
  revisitSeconds?: number | null
  /** `arrival`: the time of a read is the time of its arrival at the server; for cameras whose clock is not set */
  timeSource?: 'device' | 'arrival'
  /** The recognizer opens a gate: it receives a decision for each car. Only with the role `entry` */
  gateOutput?: boolean
  /** Decisions have the member's masked name, the product and its remaining uses, for a display at the gate */
  gateShowsMember?: boolean
  arrivalAngle?: number | null
}

/** Result of `updateDevice`. */
export type UpdateDeviceResult = {
  /** UUIDv7 */
  id: string
  /** UUIDv7 */
  storeId: string
  name: string
  laneName: string | null
  /** A read at an `exit`, or with the direction `out`, ends the visit of its plate and begins none; the next read that is neither of these begins a new visit */
  role: 'entry' | 'exit' | 'both'
  minimumConfidence: number | null
  revisitSeconds: number | null
  /** `arrival`: the time of a read is the time of its arrival at the server; for cameras whose clock is not set */
  timeSource: 'device' | 'arrival'
  /** The recognizer opens a gate: it receives a decision for each car. Only with the role `entry` */
  gateOutput: boolean
  /** Decisions have the member's masked name, the product and its remaining uses, for a display at the gate */
  gateShowsMember: boolean
  arrivalAngle: number | null
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

/** Input of `getGate`. */
export type GetGateInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `updateGate`. */
export type UpdateGateInput = {
  /** UUIDv7 */
  id: string
  /** `automatic`: the gate opens for a usable product and for the plates of the lists `vip` and `staff`;
      `manual`: for every car. It never opens for a blocked plate */
  mode?: 'automatic' | 'manual'
  /** What a recognizer does while it cannot reach KingCar, for a plate that is not in its stored list of
      expected plates */
  whenUnavailable?: 'closed' | 'open'
}

/** Input of `createListedPlate`. */
export type CreateListedPlateInput = {
  carNumber: string
  /** `vip`, `staff`: the gate opens; `blocked`: it never opens */
  kind: 'vip' | 'staff' | 'blocked'
  /** UUIDv7 */
  storeId?: string
  reason: string
  /** In the future */
  expiresAt?: string
}

/** Input of `listListedPlates`. */
export type ListListedPlatesInput = {
  /** Page number, from 0 */
  page?: number
  /** Items in a page: 0 counts as 20, more than 100 as 100 */
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'carNumber,asc' | 'carNumber,desc')[]
  /** UUIDv7 */
  storeId?: string
  kind?: 'vip' | 'staff' | 'blocked'
}

/** Input of `deleteListedPlate`. */
export type DeleteListedPlateInput = {
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
  /** Id, or part of a name */
  member?: string
  /** Whether the visitor is a member or a guest; a member who has left is a guest */
  kind?: 'member' | 'guest'
  /** Visits of members with this decision about the use of a product */
  useDecision?:
    | 'used'
    | 'noProduct'
    | 'notThisStore'
    | 'usedUp'
    | 'otherCar'
    | 'dayLimit'
    | 'paused'
    | 'late'
    | 'periodOver'
    | 'doubtful'
    | 'usageOff'
    | 'reversed'
  /** Visits whose plate waits for a decision, since one of their reads is in `listReadReviews` */
  review?: 'open'
  /** Page number, from 0 */
  page?: number
  /** Items in a page: 0 counts as 20, more than 100 as 100 */
  size?: number
  sort?: ('recognizedAt,asc' | 'recognizedAt,desc')[]
}

/** Input of `countVisits`. */
export type CountVisitsInput = {
  /** UUIDv7 */
  storeId?: string
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  /** A plate or its last four digits */
  carNumber?: string
  /** Id, or part of a name */
  member?: string
  /** Whether the visitor is a member or a guest; a member who has left is a guest */
  kind?: 'member' | 'guest'
  /** Visits of members with this decision about the use of a product */
  useDecision?:
    | 'used'
    | 'noProduct'
    | 'notThisStore'
    | 'usedUp'
    | 'otherCar'
    | 'dayLimit'
    | 'paused'
    | 'late'
    | 'periodOver'
    | 'doubtful'
    | 'usageOff'
    | 'reversed'
  /** Visits whose plate waits for a decision, since one of their reads is in `listReadReviews` */
  review?: 'open'
  /** Counts up to this number */
  most?: number
}

/** Result of `countVisits`. */
export type CountVisitsResult = {
  /** At most `most` */
  count: number
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
  /** Id, or part of a name */
  member?: string
  /** Whether the visitor is a member or a guest; a member who has left is a guest */
  kind?: 'member' | 'guest'
  /** Visits of members with this decision about the use of a product */
  useDecision?:
    | 'used'
    | 'noProduct'
    | 'notThisStore'
    | 'usedUp'
    | 'otherCar'
    | 'dayLimit'
    | 'paused'
    | 'late'
    | 'periodOver'
    | 'doubtful'
    | 'usageOff'
    | 'reversed'
  /** Visits whose plate waits for a decision, since one of their reads is in `listReadReviews` */
  review?: 'open'
  /** Page number, from 0 */
  page?: number
  /** Items in a page: 0 counts as 20, more than 100 as 100 */
  size?: number
  sort?: ('recognizedAt,asc' | 'recognizedAt,desc')[]
  /** Only these of the rows that match the query */
  ids?: string[]
  /** Why the file is needed; it is in the audit log, with the number of rows */
  reason?: string
  /** Without masks; needs a `reason` and the permission `members.contact` */
  full?: boolean
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
  /** Page number, from 0 */
  page?: number
  /** Items in a page: 0 counts as 20, more than 100 as 100 */
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

/** Input of `listReadReviews`. */
export type ListReadReviewsInput = {
  reviewState?: 'open' | 'accepted' | 'dismissed'
  /** UUIDv7 */
  storeId?: string
  /** UUIDv7 */
  deviceId?: string
  /** Page number, from 0 */
  page?: number
  /** Items in a page: 0 counts as 20, more than 100 as 100 */
  size?: number
  sort?: ('recognizedAt,asc' | 'recognizedAt,desc')[]
}

/** Input of `acceptRead`. */
export type AcceptReadInput = {
  readId: string
  /** Needed only if several recognizers used the id of the read */
  deviceId?: string
  carNumber: string
  reason: string
}

/** Input of `dismissRead`. */
export type DismissReadInput = {
  readId: string
  /** Needed only if several recognizers used the id of the read */
  deviceId?: string
  reason?: string
}

/** Input of `createRehearsal`. */
export type CreateRehearsalInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  /** UUIDv7 */
  storeId?: string
  minConfidence?: number
  revisitSeconds?: number
  lookalikeSeconds?: number
}

/** Input of `getRehearsal`. */
export type GetRehearsalInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `cancelRehearsal`. */
export type CancelRehearsalInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `getVisitFigures`. */
export type GetVisitFiguresInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  /** What each row stands for */
  by?: 'day' | 'hour' | 'week' | 'month' | 'store'
  /** previousPeriod: the same length before it; sameWeekdays: the same days of the week before it; lastYear: the same dates a year before */
  compareWith?: 'previousPeriod' | 'sameWeekdays' | 'lastYear'
  /** UUIDv7 */
  storeId?: string
}

/** Result of `getVisitFigures`. */
export type GetVisitFiguresResult = {
  /** The figures contain everything up to this time */
  asOf: string
  /** ISO 8601 UTC with milliseconds */
  from: string
  /** ISO 8601 UTC with milliseconds */
  to: string
  comparedFrom: string | null
  comparedTo: string | null
  total: {
    /** Visits that began in the period, without doubtful ones */
    visits: number
    /** Visits of members */
    members: number
    /** Visits of guests */
    guests: number
    /** Visits of plates that had been at no store before */
    newPlates: number
    /** Visits of plates that had been at a store before */
    returning: number
    /** Visits whose reads all came late */
    late: number
    /** Visits whose plate an administrator corrected */
    corrected: number
    /** Visits that used a product */
    used: number
    /** Visits whose departure was read, which takes a device at the exit */
    stays: number
    averageStayMinutes: number | null
  }
  comparedTotal: {
    /** Visits that began in the period, without doubtful ones */
    visits: number
    /** Visits of members */
    members: number
    /** Visits of guests */
    guests: number
    /** Visits of plates that had been at no store before */
    newPlates: number
    /** Visits of plates that had been at a store before */
    returning: number
    /** Visits whose reads all came late */
    late: number
    /** Visits whose plate an administrator corrected */
    corrected: number
    /** Visits that used a product */
    used: number
    /** Visits whose departure was read, which takes a device at the exit */
    stays: number
    averageStayMinutes: number | null
  } | null
  rows: {
    /** Name of the period (`2026-01-31T09`, `2026-01-31`, the Monday of a week, `2026-01`), or an id */
    key: string
    name: string | null
    /** Whether the period is not over at `asOf` */
    partial: boolean
    figures: {
      /** Visits that began in the period, without doubtful ones */
      visits: number
      /** Visits of members */
      members: number
      /** Visits of guests */
      guests: number
      /** Visits of plates that had been at no store before */
      newPlates: number
      /** Visits of plates that had been at a store before */
      returning: number
      /** Visits whose reads all came late */
      late: number
      /** Visits whose plate an administrator corrected */
      corrected: number
      /** Visits that used a product */
      used: number
      /** Visits whose departure was read, which takes a device at the exit */
      stays: number
      averageStayMinutes: number | null
    }
    compared: {
      /** Visits that began in the period, without doubtful ones */
      visits: number
      /** Visits of members */
      members: number
      /** Visits of guests */
      guests: number
      /** Visits of plates that had been at no store before */
      newPlates: number
      /** Visits of plates that had been at a store before */
      returning: number
      /** Visits whose reads all came late */
      late: number
      /** Visits whose plate an administrator corrected */
      corrected: number
      /** Visits that used a product */
      used: number
      /** Visits whose departure was read, which takes a device at the exit */
      stays: number
      averageStayMinutes: number | null
    } | null
  }[]
}

/** Input of `exportVisitFigures`. */
export type ExportVisitFiguresInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  /** What each row stands for */
  by?: 'day' | 'hour' | 'week' | 'month' | 'store'
  /** previousPeriod: the same length before it; sameWeekdays: the same days of the week before it; lastYear: the same dates a year before */
  compareWith?: 'previousPeriod' | 'sameWeekdays' | 'lastYear'
  /** UUIDv7 */
  storeId?: string
}

export type RecognitionInputs = {
  createDevice: CreateDeviceInput
  listDevices: ListDevicesInput
  getScreenStore: GetScreenStoreInput
  updateDevice: UpdateDeviceInput
  rotateDeviceSecret: RotateDeviceSecretInput
  deleteDevice: DeleteDeviceInput
  testDevice: TestDeviceInput
  getGate: GetGateInput
  updateGate: UpdateGateInput
  createListedPlate: CreateListedPlateInput
  listListedPlates: ListListedPlatesInput
  deleteListedPlate: DeleteListedPlateInput
  listVisits: ListVisitsInput
  countVisits: CountVisitsInput
  exportVisits: ExportVisitsInput
  getVisitStatistics: GetVisitStatisticsInput
  getVisit: GetVisitInput
  correctVisit: CorrectVisitInput
  noteVisit: NoteVisitInput
  listDeadLetters: ListDeadLettersInput
  reprocessDeadLetter: ReprocessDeadLetterInput
  deleteDeadLetter: DeleteDeadLetterInput
  listReadReviews: ListReadReviewsInput
  acceptRead: AcceptReadInput
  dismissRead: DismissReadInput
  createRehearsal: CreateRehearsalInput
  getRehearsal: GetRehearsalInput
  cancelRehearsal: CancelRehearsalInput
  getVisitFigures: GetVisitFiguresInput
  exportVisitFigures: ExportVisitFiguresInput
}

export type RecognitionResults = {
  createDevice: DeviceWithSecret
  listDevices: Page<Device>
  getScreenStore: GetScreenStoreResult
  updateDevice: UpdateDeviceResult
  rotateDeviceSecret: DeviceWithSecret
  deleteDevice: null
  testDevice: null
  getGate: Gate
  updateGate: Gate
  createListedPlate: ListedPlate
  listListedPlates: Page<ListedPlate>
  deleteListedPlate: null
  listVisits: Page<VisitRow>
  countVisits: CountVisitsResult
  exportVisits: Blob
  getVisitStatistics: VisitStatistic[]
  getVisit: VisitDetail
  correctVisit: VisitDetail
  noteVisit: VisitDetail
  listDeadLetters: Page<DeadLetter>
  reprocessDeadLetter: null
  deleteDeadLetter: null
  listReadReviews: Page<ReviewedRead>
  acceptRead: ReviewedRead
  dismissRead: ReviewedRead
  createRehearsal: Rehearsal
  getRehearsal: Rehearsal
  cancelRehearsal: null
  getVisitFigures: GetVisitFiguresResult
  exportVisitFigures: Blob
}

export interface RecognitionClient {
  /**
   * Register a recognizer; its secret is returned only once. `POST /admin/api/devices`
   *
   * The recognizer signs in to NATS, MQTT and HTTP with its id and this secret, immediately. A
   * repetition with the same `Idempotency-Key` returns the recognizer without the secret. Settings that are absent
   * have their defaults. The change is recorded in the audit log.
   *
   * - `STORE_NOT_FOUND`: `storeId` belongs to no store or to a permanently closed one.
   * - `VALIDATION_FAILED`: `name` or `laneName` is blank, or `gateOutput` is true for another role than `entry`.
   */
  createDevice(input: CreateDeviceInput, options?: CallOptions): Promise<DeviceWithSecret>
  /**
   * List recognizers with their state. `GET /admin/api/devices`
   *
   * Returns a page, sorted by name unless `sort` is given; `storeId` selects one store. A recognizer is offline
   * when its connection has been broken for a few seconds. With heartbeats it also is after three minutes without a message, otherwise
   * when it is silent for longer than usual, at most a day; `lastError` covers the last 24 hours, and `readsToday` and
   * `refusedToday` count from midnight in Asia/Seoul.
   */
  listDevices(input?: ListDevicesInput, options?: CallOptions): Promise<Page<Device>>
  /**
   * Get the store of this wall screen and the state of its recognizers. `GET /admin/api/screens/own/store`
   *
   * A wall screen calls it every minute, so that it does not wait for cars that no recognizer can read.
   * Names and ids of recognizers are not in it.
   *
   * - `FORBIDDEN`: The session belongs to no wall screen.
   */
  getScreenStore(input?: GetScreenStoreInput, options?: CallOptions): Promise<GetScreenStoreResult>
  /**
   * Change a recognizer, or move it to another store. `PATCH /admin/api/devices/{id}`
   *
   * Fields that are absent keep their value. A new `storeId` ends the connections of the recognizer, which
   * publishes for the new store from then on; what it sent before counts for the old one. Reads are judged by the settings
   * in force when they are processed. The change is recorded in the audit log.
   *
   * - `DEVICE_NOT_FOUND`: No recognizer has this id, or it was deleted.
   * - `STORE_NOT_FOUND`: `storeId` belongs to no store or to a permanently closed one.
   * - `VALIDATION_FAILED`: `name` or `laneName` is blank, or `gateOutput` is true for another role than `entry`.
   */
  updateDevice(input: UpdateDeviceInput, options?: CallOptions): Promise<UpdateDeviceResult>
  /**
   * Give a recognizer a new secret; the old one and its connections end immediately. `POST /admin/api/devices/{id}/rotate`
   *
   * The new secret is in this response only and valid immediately; a repetition creates another one. The
   * change is recorded in the audit log, without the secret.
   *
   * - `DEVICE_NOT_FOUND`: No recognizer has this id, or it was deleted.
   */
  rotateDeviceSecret(input: RotateDeviceSecretInput, options?: CallOptions): Promise<DeviceWithSecret>
  /**
   * Delete a recognizer; its connections end immediately, its reads are kept. `DELETE /admin/api/devices/{id}`
   *
   * It can no longer sign in by any protocol; visits keep its id. The change is recorded in the audit
   * log.
   *
   * - `DEVICE_NOT_FOUND`: No recognizer has this id, or it was deleted.
   */
  deleteDevice(input: DeleteDeviceInput, options?: CallOptions): Promise<null>
  /**
   * Send a test read of plate 00가0000. `POST /admin/api/devices/{id}/test`
   *
   * The read takes the same path as those of the recognizer, and live screens show it as a test if
   * everything works. It is not a visit, uses no product, and is not counted in statistics.
   *
   * - `DEVICE_NOT_FOUND`: No recognizer has this id, or it was deleted.
   */
  testDevice(input: TestDeviceInput, options?: CallOptions): Promise<null>
  /**
   * Get the rules by which the gates of a store open. `GET /admin/api/stores/{id}/gate`
   *
   * They apply to the recognizers of the store with `gateOutput`. A store without rules of its own has the
   * defaults: `automatic`, and `closed` while KingCar cannot be reached.
   *
   * - `STORE_NOT_FOUND`: No store has this id, or it was closed permanently.
   */
  getGate(input: GetGateInput, options?: CallOptions): Promise<Gate>
  /**
   * Change the rules by which the gates of a store open. `PATCH /admin/api/stores/{id}/gate`
   *
   * They apply from the next read on. Fields that are absent keep their value. The change is recorded in the
   * audit log.
   *
   * - `STORE_NOT_FOUND`: No store has this id, or it was closed permanently.
   */
  updateGate(input: UpdateGateInput, options?: CallOptions): Promise<Gate>
  /**
   * Add a plate to the VIPs, the staff or the blocked plates. `POST /admin/api/listedPlates`
   *
   * Applies to one store, or without `storeId` to all stores, from the next read on. A plate is on one list of
   * a store: an entry that it has there is replaced. The entry of the store counts before that of all stores, unless that one is
   * `blocked`. The change is recorded in the audit log.
   *
   * - `STORE_NOT_FOUND`: `storeId` belongs to no store or to a permanently closed one.
   * - `FORBIDDEN`: The administrator is limited to stores, and `storeId` is absent.
   * - `LISTED_PLATE_LIMIT`: The lists of the store, or of all stores, have 2,000 plates.
   * - `VALIDATION_FAILED`: `carNumber` is not a Korean number plate, or `expiresAt` has passed.
   */
  createListedPlate(input: CreateListedPlateInput, options?: CallOptions): Promise<ListedPlate>
  /**
   * List the plates on lists, newest first. `GET /admin/api/listedPlates`
   *
   * Returns a page of entries that have not expired, newest first unless `sort` is given; `storeId` selects
   * those of one store. An administrator of certain stores gets the entries of these stores only, although those of all
   * stores apply there, too.
   */
  listListedPlates(input?: ListListedPlatesInput, options?: CallOptions): Promise<Page<ListedPlate>>
  /**
   * Remove a plate from its list. `DELETE /admin/api/listedPlates/{id}`
   *
   * Applies from the next read on. The change is recorded in the audit log.
   *
   * - `LISTED_PLATE_NOT_FOUND`: No entry has this id, or it has expired.
   */
  deleteListedPlate(input: DeleteListedPlateInput, options?: CallOptions): Promise<null>
  /**
   * Search visits, newest first. `GET /admin/api/visits`
   *
   * Returns a page of visits that are not merged into another one, newest first unless `sort` is
   * given. `carNumber` is a whole plate or its last four digits, `member` an id or part of any name that the
   * member has had. `from` and `to` apply to the first read. `useDecision` says whether a member's visit used a
   * product, or why not; `imageId` is the image of the clearest of a visit's first 100 reads.
   */
  listVisits(input?: ListVisitsInput, options?: CallOptions): Promise<Page<VisitRow>>
  /**
   * Count visits. `GET /admin/api/visits/totals`
   *
   * Takes the filters of `listVisits`.
   */
  countVisits(input?: CountVisitsInput, options?: CallOptions): Promise<CountVisitsResult>
  /**
   * Export visits as CSV. `GET /admin/api/visits/export`
   *
   * Contains the visits that match the query, with their visitors; names, phones, emails and plates are masked unless `full` is true. The file is UTF-8 for spreadsheets, with Korean headings, filtered and sorted as the list is; `page` and
   * `size` are ignored. The response is streamed; after a failure the connection is cut, so that an incomplete file does
   * not look complete.
   */
  exportVisits(input?: ExportVisitsInput, options?: CallOptions): Promise<Blob>
  /**
   * Count visits by hour or day. `GET /admin/api/visits/stats`
   *
   * Hours and days are in Asia/Seoul; periods without a visit are included. A visit counts when it
   * began; `returning` counts visits whose plate had been at any store before. Doubtful visits are not counted.
   *
   * - `VALIDATION_FAILED`: The range has more than 10,000 periods or ends before it begins.
   */
  getVisitStatistics(input: GetVisitStatisticsInput, options?: CallOptions): Promise<VisitStatistic[]>
  /**
   * Get one visit with its reads. `GET /admin/api/visits/{id}`
   *
   * `readings` are its accepted reads in order; `suggestions` are registered plates that the camera
   * may have misread, for an operator to confirm. A merged visit is returned as well and names the visit that it was
   * merged into. `leftAt` is the time of the first read that shows the car leaving: after the last read of the
   * visit, at most a day later, and before the next visit of the plate; null if there is none. The `ETag` grows with each read.
   *
   * - `VISIT_NOT_FOUND`: No visit has this id.
   */
  getVisit(input: GetVisitInput, options?: CallOptions): Promise<VisitDetail>
  /**
   * Correct a misread plate; the reads of the visit move to it, and its product use is decided again. `PATCH /admin/api/visits/{id}`
   *
   * The result is the same as if the reads had been correct: visits at most
   * `recognition.revisitSeconds` apart are merged. Live screens receive every changed visit again. The change is
   * recorded in the audit log; a request with the current plate is a no-op.
   *
   * - `VISIT_NOT_FOUND`: No visit has this id.
   * - `VISIT_MERGED`: The visit was merged into another one: correct that one.
   * - `VALIDATION_FAILED`: `carNumber` is not a Korean number plate.
   */
  correctVisit(input: CorrectVisitInput, options?: CallOptions): Promise<VisitDetail>
  /**
   * Record a visit by hand. `POST /admin/api/visits`
   *
   * Has the same effect as a read of this plate now with full confidence: within the setting
   * `recognition.revisitSeconds` it extends the existing visit, which is returned. Live screens show it, and it
   * uses a product like any other visit. The change is recorded in the audit log with its reason.
   *
   * - `STORE_NOT_FOUND`: `storeId` belongs to no store or to a permanently closed one.
   * - `VALIDATION_FAILED`: `carNumber` is not a Korean number plate.
   */
  noteVisit(input: NoteVisitInput, options?: CallOptions): Promise<VisitDetail>
  /**
   * List messages that are not valid reads, newest first. `GET /admin/api/recognition/deadLetters`
   *
   * Returns a page of messages that await a decision. Payloads are shortened if the page becomes too
   * large. They are for administrators of all stores, because an invalid message may name any store or none.
   */
  listDeadLetters(input?: ListDeadLettersInput, options?: CallOptions): Promise<Page<DeadLetter>>
  /**
   * Process a message again; it leaves the list if it is accepted. `POST /admin/api/recognition/deadLetters/{id}/reprocess`
   *
   * The message is validated with the current settings and recognizers, as if it had been valid on
   * arrival; live screens receive its visit. A repetition finds the stored read and completes the rest, so that
   * nothing is counted twice. The change is recorded in the audit log.
   *
   * - `DEAD_LETTER_NOT_FOUND`: No message that awaits a decision has this id.
   * - `READ_INVALID`: It is still not a valid read; `details` gives the reason.
   * - `CONFLICT`: Another request is processing it: try again after one second.
   */
  reprocessDeadLetter(input: ReprocessDeadLetterInput, options?: CallOptions): Promise<null>
  /**
   * Discard a message. `DELETE /admin/api/recognition/deadLetters/{id}`
   *
   * The message leaves the list and does not become a read. The change is recorded in the audit log with
   * its content.
   *
   * - `DEAD_LETTER_NOT_FOUND`: No message that awaits a decision has this id.
   * - `CONFLICT`: Its read is already stored: only `reprocess` can complete it.
   */
  deleteDeadLetter(input: DeleteDeadLetterInput, options?: CallOptions): Promise<null>
  /**
   * List reads that await a decision, newest first. `GET /admin/api/recognition/reads`
   *
   * Returns a page of reads that were rejected for their confidence or plate, are doubtful, or repeat a
   * corrected misreading; one read for each car that passes. A rejected read whose plate or track has a visit at that time
   * is left out. At most 200 open reads of a recognizer are kept, and decided ones for 13 months.
   */
  listReadReviews(input?: ListReadReviewsInput, options?: CallOptions): Promise<Page<ReviewedRead>>
  /**
   * Accept a read with its correct plate. `POST /admin/api/recognition/reads/{readId}/accept`
   *
   * The result is the same as if the read had been correct: it begins or extends a visit, which live
   * screens receive and which uses a product. A read that is in a visit moves this visit, as a correction does. The
   * change is recorded in the audit log; a repetition with the same plate is a no-op.
   *
   * - `READ_NOT_FOUND`: No read with this id awaits a decision or was decided.
   * - `READ_REVIEWED`: It was dismissed, or accepted with another plate, which `details` names.
   * - `VISIT_NOT_FOUND`: The visit of the read has moved to another plate in the meantime.
   * - `VALIDATION_FAILED`: `carNumber` is not a Korean number plate, or `deviceId` is needed.
   * - `CONFLICT`: Another request is changing the visit: try again after one second.
   */
  acceptRead(input: AcceptReadInput, options?: CallOptions): Promise<ReviewedRead>
  /**
   * Dismiss a read. `POST /admin/api/recognition/reads/{readId}/dismiss`
   *
   * The read leaves the list of open reads, and nothing else changes. The change is recorded in the audit
   * log; a repetition is a no-op.
   *
   * - `READ_NOT_FOUND`: No read with this id awaits a decision or was decided.
   * - `READ_REVIEWED`: It was accepted; `details` names the plate.
   * - `VALIDATION_FAILED`: `deviceId` is needed.
   */
  dismissRead(input: DismissReadInput, options?: CallOptions): Promise<ReviewedRead>
  /**
   * Compute the visits of a past period with other settings. `POST /admin/api/recognition/rehearsals`
   *
   * Starts a computation that changes no visit and no setting; `getRehearsal` returns its progress and
   * result. A setting that is not given has its current value, and one of them is required; a recognizer's own
   * minimum confidence and window count as they do for arriving reads. Both sides are computed from the stored
   * reads, so that visits which were stored with earlier settings do not count as a change. The request is recorded
   * in the audit log.
   *
   * - `VALIDATION_FAILED`: No setting is given, or the period is empty or longer than 31 days.
   * - `STORE_NOT_FOUND`: `storeId` belongs to no store.
   * - `REHEARSAL_RUNNING`: Only one rehearsal runs at a time: wait for its end, at most five minutes, or cancel it.
   */
  createRehearsal(input: CreateRehearsalInput, options?: CallOptions): Promise<Rehearsal>
  /**
   * Get the progress and the result of a rehearsal. `GET /admin/api/recognition/rehearsals/{id}`
   *
   * A visit counts if it begins in the period. Visits are compared plate by plate; a current and a rehearsed one
   * are the same if their times overlap. `visitId` names the stored visit, and `imageId`
   * the picture of the best read. Finished rehearsals are deleted after 24 hours.
   *
   * - `REHEARSAL_NOT_FOUND`: No rehearsal has this id; finished ones are deleted after 24 hours.
   */
  getRehearsal(input: GetRehearsalInput, options?: CallOptions): Promise<Rehearsal>
  /**
   * Cancel a rehearsal. `DELETE /admin/api/recognition/rehearsals/{id}`
   *
   * The computation ends within a few seconds, and another one can start immediately. If it is not running
   * anymore, the request is a no-op. The change is recorded in the audit log.
   *
   * - `REHEARSAL_NOT_FOUND`: No rehearsal has this id; finished ones are deleted after 24 hours.
   */
  cancelRehearsal(input: CancelRehearsalInput, options?: CallOptions): Promise<null>
  /**
   * Count visits by period or store. `GET /admin/api/statistics/visits`
   *
   * A visit counts when it began; a late read, a correction or a departure changes the figures of that time. By store, the most
   * visited comes first, and stores without a visit are left out. Periods are in Asia/Seoul, and those without anything are included. With `compareWith`
   * each row has the figures of the same place in the earlier range; a range that is not over at `asOf` is compared up to the same
   * moment in its total and its groups, and as a whole in its periods.
   *
   * - `STORE_NOT_FOUND`: No store has this id.
   * - `VALIDATION_FAILED`: The range is longer than 10 years, has more than 2,000 periods or ends before it begins.
   */
  getVisitFigures(input: GetVisitFiguresInput, options?: CallOptions): Promise<GetVisitFiguresResult>
  /**
   * Export figures of visits as CSV. `GET /admin/api/statistics/visits/export`
   *
   * The file is UTF-8 for spreadsheets, with Korean headings: a line for each row, then the total. With
   * `compareWith` the figures of the earlier range follow in columns of their own.
   *
   * - `STORE_NOT_FOUND`: No store has this id.
   * - `VALIDATION_FAILED`: The range is longer than 10 years, has more than 2,000 periods or ends before it begins.
   */
  exportVisitFigures(input: ExportVisitFiguresInput, options?: CallOptions): Promise<Blob>
}
