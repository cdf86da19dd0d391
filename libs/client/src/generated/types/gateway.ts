// Generated from the contract by `npm run generate`: do not edit.
import type { CallOptions } from '../../model/call.ts'
import type { Id, Instant } from './schemas.ts'

export type GetHealthInput = Record<never, never>
export type GetHealthResult = { status: 'ok'; version: string }

export type GetAttentionInput = { storeId?: Id }
export type GetAttentionResult = {
  asOf: Instant
  /** The most urgent kind first; a kind without an entry is left out */
  items: {
    /** failedRenewals: subscriptions whose renewal was not paid; owedReturns: money that is owed to members;
    refusedReceipts: cash receipts of sales at a counter that the provider refused; offlineDevices and offlineScreens:
    those of stores that are open now; doubtfulReads: reads whose plate an administrator has to confirm; deadLetters:
    messages that could not be processed; disabledWebhooks: endpoints of partners that failed for three days;
    endingPasses: passes that end within seven days; silentStores: stores with recognizers that have been open for an
    hour without a visit */
    kind:
      | 'failedRenewals'
      | 'owedReturns'
      | 'refusedReceipts'
      | 'offlineDevices'
      | 'offlineScreens'
      | 'doubtfulReads'
      | 'deadLetters'
      | 'disabledWebhooks'
      | 'endingPasses'
      | 'silentStores'
    /** Counted up to 1000 */
    count: number
    since: string | null
    /** The oldest first, at most 3 */
    examples: {
      /** Id of the user product, owed return, order, device, screen, read, dead letter, endpoint or store, by the kind */
      id: string
      name: string
      storeName: string | null
      since: string | null
    }[]
  }[]
  /** Services that did not respond in time: their entries are missing */
  unavailable: string[]
}

export type GetDemoInput = Record<never, never>
export type GetDemoResult = {
  /** In the order of the kinds; a kind without rows is left out */
  items: {
    kind: 'stores' | 'products' | 'banners' | 'notices' | 'members' | 'orders' | 'userProducts' | 'useLogs' | 'visits'
    /** Number of rows that a removal deletes; in the response of a removal, the number that it has deleted */
    removable: number
    /** Rows that stay, because a person edited them or made rows that depend on them */
    kept: number
  }[]
  /** Services that did not respond: their rows are not counted and not removed */
  unavailable: string[]
}

export type RemoveDemoInput = Record<never, never>

export type ReceivePlateRecognizerInput = { deviceId: Id; json: Blob; upload?: Blob }

export type ReceiveOpenAlprInput = {
  deviceId: Id
  data_type: string
  best_uuid?: string | null
  best_plate_number?: string | null
  /** In groups of version 1, instead of the two fields: an object with `plate` and `confidence` */
  best_plate?: unknown
  best_confidence?: number | null
  /** A list of `{plate, confidence}`; the first ten are stored */
  candidates?: unknown
  /** Angle in the picture, 0 to 360, for recognizers with `arrivalAngle` */
  travel_direction?: unknown
  epoch_start?: number | null
}

export type ReceiveFrigateInput = {
  deviceId: Id
  type: string
  id?: string | null
  plate?: string | null
  score?: number | null
  timestamp?: number | null
  /** In `events`, the tracked object, with `recognized_license_plate` and its score */
  before?: unknown
  /** In `events`, the tracked object, with `recognized_license_plate` and its score */
  after?: unknown
}

export type ReceiveHikvisionInput = { deviceId: Id; anpr: Blob; pictures?: Blob }

export interface GatewayClient {
  /**
   * Check that the gateway is up; no other component is contacted. `GET /api/health`
   *
   * For load balancers, and for apps that check their connection. The gateway responds by itself and
   * does not limit the rate. The health of the components behind it is on the operations port.
   */
  getHealth(input?: GetHealthInput, options?: CallOptions): Promise<GetHealthResult>
  /**
   * List what an administrator has to deal with now. `GET /admin/api/attention`
   *
   * Counts what waits for an administrator in all services, with its age and the oldest examples; with
   * `storeId` it counts what an administrator of that store alone sees. Devices, screens and silence count only at
   * stores that are open now by business hours and closed dates; they are missing while the catalog does not respond.
   * A service that does not respond in time is named in `unavailable`, and the rest is returned. A kind whose list
   * the administrator may not see is left out, such as dead letters for an administrator of certain stores.
   */
  getAttention(input?: GetAttentionInput, options?: CallOptions): Promise<GetAttentionResult>
  /**
   * Count the demo data. `GET /admin/api/demo`
   *
   * Counts what a removal would remove, and what would stay. Rows of the demo are known by their ids, its recognizer
   * and banners by their names. A row stays if a person's row depends on it (a store with a recognizer, screen or product of a
   * person, a product or member with an order), and so does a store, product, banner, notice or member that a person has edited,
   * and a visit that was corrected or has new reads.
   */
  getDemo(input?: GetDemoInput, options?: CallOptions): Promise<GetDemoResult>
  /**
   * Remove the demo data. `DELETE /admin/api/demo`
   *
   * Removes what `getDemo` counts as removable, with the renewals and automatic uses that followed from it, and
   * changes nothing that a person made. The demo's administrator and its terms stay, because people sign in and join with
   * them. Works in batches, service after service: a service that does not respond is named with those after it, and a
   * repetition removes the rest. Where there is nothing to remove, the request is a no-op.
   */
  removeDemo(input?: RemoveDemoInput, options?: CallOptions): Promise<GetDemoResult>
  /**
   * Webhook of Plate Recognizer Stream and Snapshot. `POST /api/recognition/adapters/plateRecognizer/{deviceId}`
   *
   * Set it as the webhook of Stream or Snapshot, with id and secret of a recognizer as HTTP Basic. Each
   * plate of a recognition is a read; other events return 200 and are ignored. The response is sent after the reads
   * are stored; a read that arrives again is stored once. An image that cannot be stored does not delay its read.
   *
   * - `VALIDATION_FAILED`: The event has a plate but lacks what a read needs, such as time or confidence; `details` names the vendor's field.
   * - `RATE_LIMITED`: The recognizer has exceeded its rate and is blocked temporarily.
   * - `UNAVAILABLE`: The read could not be stored; the vendor's product is expected to send it again.
   */
  receivePlateRecognizer(input: ReceivePlateRecognizerInput, options?: CallOptions): Promise<null>
  /**
   * Webhook of OpenALPR and Rekor Scout. `POST /api/recognition/adapters/openalpr/{deviceId}`
   *
   * Set it as the upload address of the agent, with id and secret of a recognizer as HTTP Basic. A group
   * is a read; other events return 200 and are ignored. The response is sent after the read is stored; a read that
   * arrives again is stored once. `best_confidence` is converted to the range 0 to 1.
   *
   * - `VALIDATION_FAILED`: The event has a plate but lacks what a read needs, such as time or confidence; `details` names the vendor's field.
   * - `RATE_LIMITED`: The recognizer has exceeded its rate and is blocked temporarily.
   * - `UNAVAILABLE`: The read could not be stored; the vendor's product is expected to send it again.
   */
  receiveOpenAlpr(input: ReceiveOpenAlprInput, options?: CallOptions): Promise<null>
  /**
   * Webhook for Frigate's tracked object updates and events. `POST /api/recognition/adapters/frigate/{deviceId}`
   *
   * Send Frigate's MQTT messages `tracked_object_update` or `events` here, with id and secret of a
   * recognizer as HTTP Basic. An update with a plate is a read, and so is an event with a new plate; other events
   * return 200 and are ignored. The response is sent after the read is stored; a read that arrives again is stored
   * once.
   *
   * - `VALIDATION_FAILED`: The event has a plate but lacks what a read needs, such as time or confidence; `details` names the vendor's field.
   * - `RATE_LIMITED`: The recognizer has exceeded its rate and is blocked temporarily.
   * - `UNAVAILABLE`: The read could not be stored; the vendor's product is expected to send it again.
   */
  receiveFrigate(input: ReceiveFrigateInput, options?: CallOptions): Promise<null>
  /**
   * ANPR event of Hikvision cameras (XML with images). `POST /api/recognition/adapters/hikvision/{deviceId}`
   *
   * Set it as the camera's alarm server, with id and secret of a recognizer. A time without an offset is
   * Korean time; the largest image is stored with the read; other events return 200 and are ignored. The response is
   * sent after the read is stored; a read that arrives again is stored once.
   *
   * - `VALIDATION_FAILED`: The event has a plate but lacks what a read needs, such as time or confidence; `details` names the vendor's field.
   * - `RATE_LIMITED`: The recognizer has exceeded its rate and is blocked temporarily.
   * - `UNAVAILABLE`: The read could not be stored; the vendor's product is expected to send it again.
   */
  receiveHikvision(input: ReceiveHikvisionInput, options?: CallOptions): Promise<null>
}
