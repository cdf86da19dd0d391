import type {
  AdminGrant,
  AdminRights,
  DeviceCredential,
  EventName,
  EventOf,
  Input,
  Operation,
  Operations,
  Result,
  Role,
  SettingKey,
  SettingValue,
} from '@kingcar/contract'

/** The account that a call is made for, and the session of its token. */
type Account<R extends Role> = { role: R; id: string; sessionId: string }

/** The caller's account: an administrator with the present rights, a member, or a wall screen with its store. */
export type Actor = (Account<'admin'> & AdminRights) | Account<'member'> | (Account<'screen'> & { storeId?: string })

/**
 * The outcome of a signal: a subscriber confirmed it; the server reports that the subject has no subscriber; or unknown,
 * since no confirmation arrived or the connection is down.
 */
export type SignalOutcome = 'delivered' | 'noSubscriber' | 'unknown'

/** The context of a call, sent along with its input. */
export type Caller = {
  requestId: string
  /** Null if the operation requires no token. */
  actor: Actor | null
  /**
   * The stores that the result is limited to; null for all stores. The bus sets it from the actor for operations with the scope
   * `stores`, after it has checked `storeId` of the input.
   */
  stores?: readonly string[] | null
  /** The authenticated recognizer, if the operation requires one. Only the gateway sets it. */
  device?: { id: string; storeId: string }
  /** The deadline by `steadyNow` of the process that holds this object; the service converts that of the caller. */
  deadline: number
  /** The picture of a multipart body, if the operation takes one. Only the gateway sets it. */
  upload?: Upload
  /** The client's address, for rate limits. Never logged. */
  address?: string
  /** The `User-Agent` header, for calls without a token, which may open a session. Never logged. */
  userAgent?: string
  /** The `Authorization` header, for operations that verify it themselves. Never logged. */
  authorization?: string
  /** A signed body as it was received, for operations that verify its signature themselves. Never logged. */
  signed?: SignedBody
  /**
   * The actor has a second factor, and the last sign-in is not fresh. For an operation whose service decides whether it
   * needs a fresh sign-in. Only the gateway sets it.
   */
  staleSignIn?: true
  /** Start of the next piece of a file, from the previous piece. Only the gateway sets it. */
  cursor?: string
  idempotencyKey?: string
  ifMatch?: string
  /** W3C trace context of the caller. */
  traceparent?: string
}

/** A body with the headers of the Standard Webhooks specification; empty where one is missing. */
export type SignedBody = { id: string; timestamp: string; signature: string; body: string }

/** A success: the whole envelope `{"success":true,"result":…}` as UTF-8 JSON, serialised once, by the service. */
export type Reply = { body: Uint8Array; etag?: string }

/** A result, and the version that becomes its `ETag`. */
export type Versioned<T> = { result: T; version: string | number }

type Handled<O extends Operation> = O extends { versioned: true } ? Versioned<Result<O>> : Result<O>

/** One function for each operation; a missing one does not compile. */
export type Handlers<Ctx, Ops extends Operations> = {
  [V in keyof Ops]: (ctx: Ctx, input: Input<Ops[V]>, caller: Caller) => Promise<Handled<Ops[V]>>
}

/**
 * Records that an administrator gets data that identifies members, for operations that `opens` marks. Called with each
 * result before the reply; if it rejects, the call fails.
 */
export type RecordAccess = (op: Operation, result: unknown, caller: Caller) => Promise<void>

/** The JetStream streams; `topology/streams.ts` defines their subjects and limits. */
export type StreamName =
  | 'READS'
  | 'VISITS'
  | 'EVENTS'
  | 'REVOCATIONS'
  | 'SETTINGS'
  | 'DEVICES'
  | 'ADMINS'
  | 'DEAD_LETTERS'
  | 'OBJ_images'

/** A message of a stream. */
export type StreamMessage = {
  subject: string
  sequence: number
  /** When the server stored it, Unix milliseconds. */
  storedAt: number
  data: Uint8Array
  header(name: string): string | undefined
  /** How often it was delivered before; 0 the first time. */
  redelivered: number
}

/** A delivered message of a durable consumer. Without `ack` or `retry` it is redelivered after the acknowledgement wait. */
export type Delivery = StreamMessage & {
  ack(): void
  /** Requests redelivery after a delay in milliseconds. */
  retry(delayMs: number): void
}

/** How a durable consumer's messages are handled. Messages that must stay in order share a lane. */
export type Lanes<T> = {
  count: number
  /** Largest number of messages of a batch. */
  max: number
  /**
   * Called once for each message on arrival: returns its lane, from 0, and the item to handle. Must not throw. Messages that
   * may wait `delayMs` are gathered and handled together, so that they share a batch; others do not wait for them.
   */
  prepare(message: Delivery): { lane: number; item: T; delayMs?: number }
  /** Acknowledges each message of the batch. If it rejects, the whole batch is redelivered. One batch per lane is in flight. */
  handle(batch: T[]): Promise<void>
}

export type DeliveredEvent<N extends EventName = EventName> = {
  [K in N]: { id: string; name: K; payload: EventOf<K> }
}[N]

/** Handlers of all available events of a name in one batch, all or nothing. A batch may contain an event twice. */
export type BatchHandlers<M extends EventName> = { [K in M]?: (payloads: readonly EventOf<K>[]) => Promise<void> }

/** An outbox row to publish. `requestId` becomes the header `Kingcar-Request-Id`, `traceparent` the header of that name. */
export type OutboxMessage = { id: string; subject: string; payload: unknown; requestId?: string; traceparent?: string }

/** A message to append to a stream. `id` is its message id, by which the server drops duplicates. */
export type OutgoingMessage = {
  subject: string
  id: string
  data: string | Uint8Array
  headers?: Record<string, string>
}

/** A file of an object store. */
export type StoredObject = {
  name: string
  contentType: string
  bytes: number
  /** Hex. */
  sha256: string
  /** Unix milliseconds. */
  storedAt: number
}

/** Files by name, each written once. Every call fails with UNAVAILABLE while the store is unavailable. */
export type ObjectStore = {
  /**
   * Stores a file. If it fails or is aborted, no part of the file remains.
   * @throws AppError PAYLOAD_TOO_LARGE over `limit` bytes, CONFLICT if the name exists; or the error of `content` or `signal`
   */
  put(
    name: string,
    content: AsyncIterable<Uint8Array>,
    options: { contentType: string; limit: number; signal?: AbortSignal },
  ): Promise<StoredObject>
  /** A file and its content as a stream; undefined if there is none. */
  get(name: string): Promise<{ object: StoredObject; content: AsyncIterable<Uint8Array> } | undefined>
  /** Removes a file; does nothing if there is none. */
  delete(name: string): Promise<void>
  /** All files, including those that are being written and incomplete ones of interrupted writes. */
  list(): AsyncIterable<Pick<StoredObject, 'name' | 'storedAt'>>
  /** Used share of the store's size limit, 0 to 1; a full store rejects files. */
  fillLevel(): Promise<number>
}

/** A picture that the gateway has stored temporarily for a call. */
export type Upload = { name: string; sha256: string }

/** The app settings in memory, kept current from the stream SETTINGS. */
export type Settings = {
  get<K extends SettingKey>(key: K): SettingValue<K>
  /** Calls back on each change, after it is visible through `get`. */
  onChange(listener: (key: SettingKey) => void): void
}

/** The device credentials in memory, kept current from the stream DEVICES. */
export type Devices = {
  find(deviceId: string): DeviceCredential | undefined
  /**
   * The device, if the secret is right. Before it rejects, and after a reconnect, it waits for pending changes of DEVICES, for
   * 1 s at most.
   * @throws AppError UNAVAILABLE while changes that were missed before a reconnect are not known
   */
  authenticate(deviceId: string, secret: string): Promise<DeviceCredential | undefined>
  /** Calls back after each change. */
  onChange(listener: () => void): void
}

/** The rights of the administrators in memory, kept current from the stream ADMINS. */
export type Admins = {
  find(adminId: string): AdminGrant | undefined
  /** Resolves when the changes of ADMINS up to now have arrived; with false if that takes more than 1 s. */
  catchUp(): Promise<boolean>
  /** Calls back after each change, with the administrator's new rights. */
  onChange(listener: (grant: AdminGrant) => void): void
}

/** The partitions of READS that a process consumes, and how many there are. */
export type ReadsShare = { partitions: readonly number[]; of: number }

/** How far READS is processed. */
export type ReadsProgress = {
  partitions: number
  /** The sequence up to which all reads are done. */
  done: number
  /** The last sequence at the beginning of the check. */
  last: number
  /** The partitions with waiting reads but without a consuming process, each with its delivered count. */
  unclaimed: ReadonlyMap<number, number>
}

/** Where to start following. */
export type FollowFrom = { after: number } | { since: Date } | 'start' | 'now' | 'lastPerSubject'

/**
 * A report of nats-server about the connection of a device. It can be lost, like every message that is in no stream.
 */
export type DeviceAdvisory = { deviceId: string; connected: boolean }

/** The ids of the devices that are connected; complete if each nats-server of the cluster listed its connections. */
export type ConnectedDevices = { ids: ReadonlySet<string>; isComplete: boolean }
