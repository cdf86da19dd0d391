// Generated from the contract by `npm run generate`: do not edit.
import type { CallOptions } from '../../model/call.ts'
import type {
  DeadLetter,
  Device,
  DeviceWithSecret,
  Gate,
  Id,
  Instant,
  ListedPlate,
  Page,
  PageQuery,
  Rehearsal,
  ReviewedRead,
  VisitDetail,
  VisitRow,
  VisitStatistic,
} from './schemas.ts'

export type CreateDeviceInput = {
  storeId: Id
  name: string
  laneName?: string | null
  /** A read at an `exit`, or with the direction `out`, ends the visit of its plate and begins none; the next read that is neither at an `exit` nor has the direction `out` begins a new visit */
  role?: 'entry' | 'exit' | 'both'
  minimumConfidence?: number | null
  revisitSeconds?: number | null
  /** `arrival`: the time of a read is the time of its arrival at the server; for cameras whose clock is not set */
  timeSource?: 'device' | 'arrival'
  /** The recognizer opens a gate: it receives a decision for each car. Only with the role `entry` */
  gateOutput?: boolean
  /** Whether decisions contain the member's masked name, the product and its remaining uses, for a display at the gate */
  gateShowsMember?: boolean
  arrivalAngle?: number | null
}

export type ListDevicesInput = PageQuery & {
  sort?: ('name,asc' | 'name,desc' | 'lastSeenAt,asc' | 'lastSeenAt,desc')[]
  storeId?: Id
}

export type GetScreenStoreInput = Record<never, never>
export type GetScreenStoreResult = {
  storeId: Id
  storeName: string | null
  recognizers: { online: boolean; clockSkewMs: number | null }[]
}

export type UpdateDeviceInput = {
  id: Id
  storeId?: Id
  name?: string
  laneName?: string | null
  /** A read at an `exit`, or with the direction `out`, ends the visit of its plate and begins none; the next read that is neither at an `exit` nor has the direction `out` begins a new visit */
  role?: 'entry' | 'exit' | 'both'
  minimumConfidence?: number | null
  revisitSeconds?: number | null
  /** `arrival`: the time of a read is the time of its arrival at the server; for cameras whose clock is not set */
  timeSource?: 'device' | 'arrival'
  /** The recognizer opens a gate: it receives a decision for each car. Only with the role `entry` */
  gateOutput?: boolean
  /** Whether decisions contain the member's masked name, the product and its remaining uses, for a display at the gate */
  gateShowsMember?: boolean
  arrivalAngle?: number | null
}
export type UpdateDeviceResult = {
  id: Id
  storeId: Id
  name: string
  laneName: string | null
  /** A read at an `exit`, or with the direction `out`, ends the visit of its plate and begins none; the next read that is neither at an `exit` nor has the direction `out` begins a new visit */
  role: 'entry' | 'exit' | 'both'
  minimumConfidence: number | null
  revisitSeconds: number | null
  /** `arrival`: the time of a read is the time of its arrival at the server; for cameras whose clock is not set */
  timeSource: 'device' | 'arrival'
  /** The recognizer opens a gate: it receives a decision for each car. Only with the role `entry` */
  gateOutput: boolean
  /** Whether decisions contain the member's masked name, the product and its remaining uses, for a display at the gate */
  gateShowsMember: boolean
  arrivalAngle: number | null
}

export type RotateDeviceSecretInput = { id: Id }

export type DeleteDeviceInput = { id: Id }

export type TestDeviceInput = { id: Id }

export type GetGateInput = { id: Id }

export type UpdateGateInput = {
  id: Id
  /** `automatic`: the gate opens for a usable product and for the plates of the lists `vip` and `staff`;
      `manual`: for every car. It never opens for a blocked plate */
  mode?: 'automatic' | 'manual'
  /** What a recognizer does while it cannot reach KingCar with a car whose plate is not in its stored list
      of expected plates */
  whenUnavailable?: 'closed' | 'open'
}

export type CreateListedPlateInput = {
  carNumber: string
  /** `vip`, `staff`: the gate opens; `blocked`: it never opens */
  kind: 'vip' | 'staff' | 'blocked'
  storeId?: Id
  reason: string
  /** End of the entry, in the future */
  expiresAt?: string
}

export type ListListedPlatesInput = PageQuery & {
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'carNumber,asc' | 'carNumber,desc')[]
  storeId?: Id
  kind?: 'vip' | 'staff' | 'blocked'
}

export type DeleteListedPlateInput = { id: Id }

export type ListVisitsInput = PageQuery & {
  storeId?: Id
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
  sort?: ('recognizedAt,asc' | 'recognizedAt,desc')[]
}

export type CountVisitsInput = {
  storeId?: Id
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
export type CountVisitsResult = {
  /** At most `most` */
  count: number
}

export type ExportVisitsInput = PageQuery & {
  storeId?: Id
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
  sort?: ('recognizedAt,asc' | 'recognizedAt,desc')[]
  /** Ids of rows: the file has only those that also match the query */
  ids?: Id[]
  /** Purpose of the file; recorded in the audit log, with the number of rows */
  reason?: string
  /** Without masks; needs a `reason` and the permission `members.contact` */
  full?: boolean
}

export type GetVisitStatisticsInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  by?: 'hour' | 'day'
  storeId?: Id
}

export type GetVisitInput = { id: Id }

export type CorrectVisitInput = { id: Id; carNumber: string; reason: string }

export type NoteVisitInput = { storeId: Id; carNumber: string; reason: string }

export type ListDeadLettersInput = PageQuery & { sort?: ('receivedAt,asc' | 'receivedAt,desc')[] }

export type ReprocessDeadLetterInput = { id: Id }

export type DeleteDeadLetterInput = { id: Id }

export type ListReadReviewsInput = PageQuery & {
  reviewState?: 'open' | 'accepted' | 'dismissed'
  storeId?: Id
  deviceId?: Id
  sort?: ('recognizedAt,asc' | 'recognizedAt,desc')[]
}

export type AcceptReadInput = {
  readId: string
  /** Needed only if several recognizers have sent a read with this id */
  deviceId?: string
  carNumber: string
  reason: string
}

export type DismissReadInput = {
  readId: string
  /** Needed only if several recognizers have sent a read with this id */
  deviceId?: string
  reason?: string
}

export type CreateRehearsalInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  storeId?: Id
  minConfidence?: number
  revisitSeconds?: number
  lookalikeSeconds?: number
}

export type GetRehearsalInput = { id: Id }

export type CancelRehearsalInput = { id: Id }

export type GetVisitFiguresInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  /** Kind of the rows */
  by?: 'day' | 'hour' | 'week' | 'month' | 'store'
  /** previousPeriod: the period of the same length before the range; sameWeekdays: the same days of an earlier week; lastYear: the same dates a year before */
  compareWith?: 'previousPeriod' | 'sameWeekdays' | 'lastYear'
  storeId?: Id
}
export type GetVisitFiguresResult = {
  /** The figures include everything up to this time */
  asOf: string
  from: Instant
  to: Instant
  comparedFrom: Instant | null
  comparedTo: Instant | null
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
    /** Visits whose reads all arrived late */
    late: number
    /** Visits whose plate an administrator corrected */
    corrected: number
    /** Visits that used a product */
    used: number
    /** Visits whose departure was read, which needs a recognizer at the exit */
    stays: number
    averageStayMinutes: number | null
  }
  comparedTotal: GetVisitFiguresResult['total'] | null
  rows: {
    /** Name of the period (`2026-01-31T09`, `2026-01-31`, the Monday of a week, `2026-01`), or an id */
    key: string
    name: string | null
    /** Whether the period is not over at `asOf` */
    partial: boolean
    figures: GetVisitFiguresResult['total']
    compared: GetVisitFiguresResult['total'] | null
  }[]
}

export type ExportVisitFiguresInput = GetVisitFiguresInput

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
   * A wall screen calls it every minute, to show when no recognizer can read cars. The result has no
   * names and ids of recognizers.
   *
   * - `FORBIDDEN`: The session belongs to no wall screen.
   */
  getScreenStore(input?: GetScreenStoreInput, options?: CallOptions): Promise<GetScreenStoreResult>
  /**
   * Change a recognizer, or move it to another store. `PATCH /admin/api/devices/{id}`
   *
   * Fields that are absent keep their value. A new `storeId` ends the connections of the recognizer,
   * which then publishes for the new store; earlier reads count for the old store. Reads are judged by the settings
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
   * Applies to one store, or without `storeId` to all stores, from the next read on. A plate is on at
   * most one list of a store: a new entry replaces the earlier one. The entry of the store has precedence over that
   * of all stores, unless the latter is `blocked`. The change is recorded in the audit log.
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
   * large. Only administrators of all stores can call this, because an invalid message may name any store or none.
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
   * corrected misreading; one read for each passing car. A rejected read is left out if its plate or track has a
   * visit at that time. At most 200 open reads of a recognizer are kept, and decided ones for 13 months.
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
   * - `READ_REVIEWED`: It was dismissed, or accepted with another plate, which `details` has.
   * - `VISIT_NOT_FOUND`: The visit of the read has got another plate in the meantime.
   * - `VALIDATION_FAILED`: `carNumber` is not a Korean number plate, or `deviceId` is missing although several recognizers used the id.
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
   * result. At least one setting is required; the others have their current values, and a recognizer's own minimum
   * confidence and revisit time apply as for arriving reads. Current and rehearsed visits are both computed from the
   * stored reads, so that visits stored with earlier settings are no difference. The request is recorded in the audit
   * log.
   *
   * - `VALIDATION_FAILED`: No setting is given, or the period is empty or longer than 31 days.
   * - `STORE_NOT_FOUND`: `storeId` belongs to no store.
   * - `REHEARSAL_RUNNING`: Only one rehearsal runs at a time: wait for its end, at most five minutes, or cancel it.
   */
  createRehearsal(input: CreateRehearsalInput, options?: CallOptions): Promise<Rehearsal>
  /**
   * Get the progress and the result of a rehearsal. `GET /admin/api/recognition/rehearsals/{id}`
   *
   * A visit counts if it begins in the period; visits are compared plate by plate. A current and a
   * rehearsed visit are the same if their times overlap. `visitId` names the stored visit, and `imageId` the
   * picture of the best read. Finished rehearsals are deleted after 24 hours.
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
   * visited comes first, and stores without a visit are left out. Periods are in Asia/Seoul, and periods without events are included. With
   * `compareWith` each row also has the figures of the earlier range; if the range is not over at `asOf`, its total
   * and its groups are compared with the same part of the earlier range, and its periods with whole periods.
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
