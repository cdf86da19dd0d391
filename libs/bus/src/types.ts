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
import type { ReadsShare, ReadsState } from './reads.ts'

/** On whose behalf a call is made: an account and the session that its token belongs to. */
export type Actor = { role: Role; id: string; sessionId: string }

/**
 * What became of something that was said: somebody took it; nobody hears the subject, as the server says; or it cannot be
 * known, since no answer came or the connection is down.
 */
export type Heard = 'taken' | 'nobody' | 'unknown'

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
export type Answer = { body: Uint8Array; etag?: string }

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
  sort(message: Delivery): { lane: number; item: T }
  /** One batch in flight a lane. It acknowledges each message; where it rejects all come again. */
  handle(batch: T[]): Promise<void>
}

export type DeliveredEvent<N extends EventName = EventName> = {
  [K in N]: { id: string; name: K; payload: EventOf<K> }
}[N]

/** Work on the payloads of several events of a name at once: all of it or nothing. An event may come twice among them. */
export type Together<M extends EventName> = { [K in M]?: (payloads: readonly EventOf<K>[]) => Promise<void> }

/**
 * A row of an outbox on its way out. The request's id goes as the header `Kingcar-Request-Id`, the trace that it is a part of as
 * `traceparent`.
 */
export type OutboxMessage = { id: string; subject: string; payload: unknown; requestId?: string; traceparent?: string }

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
  filling(): Promise<number>
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

export type Bus = AsyncDisposable & {
  /** False while the connection is down; calls then fail at once as UNAVAILABLE. */
  readonly connected: boolean
  /** A round trip to the server within a second. For readiness. */
  check(): Promise<boolean>

  /** Calls an operation and gives back the answer's bytes untouched. `input` is JSON text. Fails with AppError. */
  forward(op: Operation, input: string, caller: Caller): Promise<Answer>
  /** Calls an operation; the typed form of `forward`. Fails with AppError. */
  call<O extends Operation>(op: O, input: Input<O>, caller: Caller): Promise<Result<O>>
  /** Answers operations of one service until the bus is disposed: input checked, deadline checked, errors answered, calls in flight awaited. */
  serve<Ctx, Ops extends Operations>(operations: Ops, ctx: Ctx, handlers: Handlers<Ctx, Ops>): Promise<void>

  /** Publishes outbox rows in order under their ids and waits until all are stored. */
  publish(messages: readonly OutboxMessage[]): Promise<void>
  /** Appends to a stream in order; resolves with the sequences when all are stored. `id` is the message id. */
  append(
    messages: readonly { subject: string; id: string; data: string; headers?: Record<string, string> }[],
  ): Promise<number[]>
  /** Appends to a stream in whichever order is fastest; resolves when all are stored. */
  appendUnordered(messages: Parameters<Bus['append']>[0]): Promise<void>
  /**
   * Durable work on events, one after the other: acknowledged when the handler resolves, delivered again with back-off
   * when it rejects. At least once: be idempotent by `id`. Events of the names in `together` come as many at once as there
   * are, beside the order of the others.
   */
  consumeEvents<N extends EventName, M extends EventName = never>(
    durable: string,
    names: readonly N[],
    handle: (event: DeliveredEvent<N>) => Promise<void>,
    together?: Together<M>,
  ): Promise<void>
  /** Durable work in batches of what is there, in lanes beside each other. */
  consumeLanes<T>(stream: StreamName, durable: string, lanes: Lanes<T>): Promise<void>
  /**
   * As `consumeLanes`, of READS: of all its partitions, or of a share. Subjects are those of the publishers. Gives how many
   * partitions there are.
   * @throws Error where READS is split into another number than the share says
   */
  consumeReads<T>(share: ReadsShare | undefined, lanes: Lanes<T>): Promise<number>
  /**
   * Follows a stream in order, from a point in the past or from now on, for as long as the bus lives, over reconnects and
   * restarts of the server, without a gap. Resolves once everything that was stored when it began has been handed over.
   * Keeps nothing on the server. `onMessage` must not throw.
   */
  follow(
    stream: StreamName,
    from: { after: number } | { since: Date } | 'start' | 'now' | 'lastPerSubject',
    onMessage: (message: StreamMessage) => void,
    subjects?: readonly string[],
  ): Promise<{ stop(): Promise<void> }>
  /** The pictures that people and devices sent. */
  readonly images: ObjectStore
  /**
   * What a stream holds after a sequence, the oldest first: at most so many messages, and about so many bytes. Empty where
   * it holds nothing newer. Fails with UNAVAILABLE.
   */
  read(stream: 'VISITS', after: number, most: { messages: number; bytes: number }): Promise<StreamMessage[]>
  /** First and last sequence of a stream. */
  range(stream: StreamName): Promise<{ first: number; last: number }>
  /**
   * Hears what is published to a subject and kept nowhere, each message in one process of the queue, until the bus is
   * drained. `onMessage` must not throw.
   */
  listen(subject: string, queue: string, onMessage: (message: { subject: string; data: Uint8Array }) => void): void
  /** Says something to whoever hears a subject now; it is kept nowhere, and lost while the connection is down. */
  tell(subject: string, payload: object): void
  /** As `tell`, and what became of it, within a second. */
  ask(subject: string, payload: object): Promise<Heard>
  /** Hears what is said to a subject until it is stopped. `onMessage` gives whether it took it, and must not throw. */
  hear(subject: string, onMessage: (text: string) => boolean): { stop(): void }
  /** Current settings, complete when it resolves. */
  watchSettings(): Promise<Settings>
  /** Current devices, complete when it resolves. */
  watchDevices(): Promise<Devices>
  /**
   * Answers for nats-server who may connect as a device, beside all other processes that do.
   * Nobody is let in while READS, which keeps what devices send, is nearly full.
   * @param seed of the account key that nats.conf names as the callout's issuer
   * @param onFilling hears every few seconds how full it is, 0 to 1
   */
  answerSignIns(seed: string, devices: Devices, onFilling?: (share: number) => void): Promise<void>
  /**
   * Ends connections of devices whose secret is no longer good, or that listen to others, for as long as the bus lives.
   * @param onListener hears of a device that listens to others, until it is out; it signs in again unless it is kept out
   */
  watchDeviceConnections(devices: Devices, onListener?: (deviceId: string) => void): void
  /** Removes from READS what every partition has acknowledged, up to the first that one has not, and tells how it stands. */
  forgetReads(): Promise<ReadsState>

  /**
   * Serves, consumes and follows no more, and waits for what is in flight. What is published still goes out, so that a
   * service can end its database, whose outbox sends the last events, before it closes the bus. Disposal drains too.
   */
  drain(): Promise<void>
}
