import type {
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

/** On whose behalf a call is made: an account and the session that its token belongs to. */
export type Actor = { role: Role; id: string; sessionId: string }

/**
 * What became of something that was said: somebody took it; nobody hears the subject, as the server says; or it cannot be
 * known, since no answer came or the connection is down.
 */
export type SignalOutcome = 'delivered' | 'noSubscriber' | 'unknown'

/** What travels with every call besides its input. */
export type Caller = {
  requestId: string
  /** Null where the operation asks for no token. */
  actor: Actor | null
  /** The recognizer that signed in, where the operation asks for one. Set by the gateway alone. */
  device?: { id: string; storeId: string }
  /** Until when the answer is waited for: `steadyNow` of the process that has it, not of its sender. */
  deadline: number
  /** The picture of a multipart body, where the operation takes one. Set by the gateway alone. */
  upload?: Upload
  /** What a vendor sent as multipart: its event, and the image that its picture became. Set by the gateway alone. */
  event?: VendorEvent
  /** The client's address, for limits by address. Never logged. */
  address?: string
  /** `Authorization`, for an operation that is proven by it. Never logged. */
  authorization?: string
  /** Where the next piece of a file begins, as the piece before it said. Set by the gateway alone. */
  cursor?: string
  idempotencyKey?: string
  ifMatch?: string
  /** W3C trace context of what calls. */
  traceparent?: string
}

/** A success as it goes out: the whole envelope `{"success":true,"result":…}` as UTF-8 JSON, serialised once by the service. */
export type Reply = { body: Uint8Array; etag?: string }

/** A result with the version that becomes its `ETag`. */
export type Versioned<T> = { result: T; version: string | number }

type Handled<O extends Operation> = O extends { versioned: true } ? Versioned<Result<O>> : Result<O>

/** Operation → function. A missing one does not compile. */
export type Handlers<Ctx, Ops extends Operations> = {
  [V in keyof Ops]: (ctx: Ctx, input: Input<Ops[V]>, caller: Caller) => Promise<Handled<Ops[V]>>
}

/** The JetStream streams of the product; their subjects, limits and ages stand in `streams.ts`. */
export type StreamName = 'READS' | 'VISITS' | 'EVENTS' | 'SETTINGS' | 'DEVICES' | 'DEAD_LETTERS' | 'OBJ_images'

/** One message of a stream. */
export type StreamMessage = {
  subject: string
  sequence: number
  /** When the server stored it, Unix milliseconds. */
  storedAt: number
  data: Uint8Array
  header(name: string): string | undefined
  /** How often it was delivered before: 0 the first time. */
  redelivered: number
}

/** A delivered message of a durable consumer. Neither call: it comes again after the acknowledgement wait. */
export type Delivery = StreamMessage & {
  ack(): void
  /** Asks for redelivery after so many milliseconds. */
  retry(delayMs: number): void
}

/** How a durable consumer's messages are worked on: what belongs together shares a lane and stays in order there. */
export type Lanes<T> = {
  count: number
  /** Most messages of a batch. */
  max: number
  /** Made of each message once, as it comes; a lane from 0. Must not throw. */
  prepare(message: Delivery): { lane: number; item: T }
  /** One batch in flight a lane. It acknowledges each message; where it rejects all come again. */
  handle(batch: T[]): Promise<void>
}

export type DeliveredEvent<N extends EventName = EventName> = {
  [K in N]: { id: string; name: K; payload: EventOf<K> }
}[N]

/** Work on the payloads of several events of a name at once: all of it or nothing. An event may come twice among them. */
export type BatchHandlers<M extends EventName> = { [K in M]?: (payloads: readonly EventOf<K>[]) => Promise<void> }

/**
 * A row of an outbox on its way out. The request's id goes as the header `Kingcar-Request-Id`, the trace that it is a part of as
 * `traceparent`.
 */
export type OutboxMessage = { id: string; subject: string; payload: unknown; requestId?: string; traceparent?: string }

/** A message on its way into a stream. `id` is its message id, by which a repetition is known. */
export type OutgoingMessage = { subject: string; id: string; data: string; headers?: Record<string, string> }

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

/** Files by name, each written once. Every call fails with UNAVAILABLE while the store is away. */
export type ObjectStore = {
  /**
   * Stores what `content` gives. Where that fails, is too long or is aborted, nothing stays.
   * Fails with PAYLOAD_TOO_LARGE beyond `limit` bytes, with what `content` or `signal` fails with, and with CONFLICT for
   * a name that is taken.
   */
  put(
    name: string,
    content: AsyncIterable<Uint8Array>,
    options: { contentType: string; limit: number; signal?: AbortSignal },
  ): Promise<StoredObject>
  /** A file and its bytes as they are read; undefined where there is none. */
  get(name: string): Promise<{ object: StoredObject; content: AsyncIterable<Uint8Array> } | undefined>
  /** Removes a file; one that is not there is no failure. */
  delete(name: string): Promise<void>
  /** Every file, among them those that are being written or were left half written. */
  list(): AsyncIterable<Pick<StoredObject, 'name' | 'storedAt'>>
  /** How full the store is, 0 to 1; a full one refuses files. */
  fillLevel(): Promise<number>
}

/** The text of a vendor's event, in the vendor's own form. */
export type VendorEvent = { text: string; imageId?: string }

/** A picture that the gateway has put aside for a call. */
export type Upload = { name: string; sha256: string }

/** The app settings that the product reads, kept current in memory from the stream SETTINGS. */
export type Settings = {
  get<K extends SettingKey>(key: K): SettingValue<K>
  /** Calls back on each change, after it is visible through `get`. */
  onChange(listener: (key: SettingKey) => void): void
}

/** Who may sign in as a device, kept current in memory from the stream DEVICES. */
export type Devices = {
  find(deviceId: string): DeviceCredential | undefined
  /** The device whose secret this is. Before it says no it waits, for a second at most, for news that are on their way. */
  authenticate(deviceId: string, secret: string): Promise<DeviceCredential | undefined>
  /** Calls back after each change. */
  onChange(listener: () => void): void
}

/** Which partitions a process takes, of how many. */
export type ReadsShare = { partitions: readonly number[]; of: number }

export type ReadsProgress = {
  partitions: number
  /** The sequence up to which every partition has done all. */
  done: number
  /** Of each partition whose reads wait while nobody asks for them, how many were delivered. */
  unclaimed: ReadonlyMap<number, number>
}

/** Where a follower begins. */
export type FollowFrom = { after: number } | { since: Date } | 'start' | 'now' | 'lastPerSubject'
