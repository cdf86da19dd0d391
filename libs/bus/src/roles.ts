import type { EventName, Input, Operation, Operations, Result } from '@kingcar/contract'
import type {
  Admins,
  BatchHandlers,
  Caller,
  ConnectedDevices,
  DeliveredEvent,
  DeviceAdvisory,
  Devices,
  FollowFrom,
  Handlers,
  Lanes,
  ObjectStore,
  OutboxMessage,
  OutgoingMessage,
  ReadsProgress,
  ReadsShare,
  RecordAccess,
  Reply,
  Settings,
  SignalOutcome,
  StreamMessage,
  StreamName,
} from './types.ts'

/*
 * The bus, by role. A function takes the role that it uses, or a `Pick` of it; only the start of a process has the whole `Bus`.
 */

/** Request and reply: calling operations, and serving them. */
export type BusRpc = {
  /** Calls an operation and returns the reply's bytes unchanged. `input` is JSON text. @throws AppError */
  forward(op: Operation, input: string, caller: Caller): Promise<Reply>
  /** Calls an operation; the typed form of `forward`. @throws AppError */
  call<O extends Operation>(op: O, input: Input<O>, caller: Caller): Promise<Result<O>>
  /**
   * Serves the operations of one service until the bus is drained. Validates inputs, rejects expired calls, replies with errors.
   * @param recordAccess required if an operation is marked with `opens`
   */
  serve<Ctx, Ops extends Operations>(
    operations: Ops,
    ctx: Ctx,
    handlers: Handlers<Ctx, Ops>,
    recordAccess?: RecordAccess,
  ): Promise<void>
}

/** JetStream streams: publishing, durable consumers, following and reading. */
export type BusStreams = {
  /**
   * Appends outbox rows to their streams in order, with their ids as message ids; resolves when all are stored.
   * @param timeoutMs after which it is not attempted again, if that is not the usual time
   */
  publish(messages: readonly OutboxMessage[], timeoutMs?: number): Promise<void>
  /** Appends messages to their streams in order; resolves with the sequences when all are stored. */
  append(messages: readonly OutgoingMessage[]): Promise<number[]>
  /** As `append`, in the order that is fastest. */
  appendUnordered(messages: readonly OutgoingMessage[]): Promise<void>
  /**
   * Handles the events of a durable consumer one after the other. An event is acknowledged when its handler resolves, and
   * redelivered with back-off when it rejects. Delivery is at least once: handlers are idempotent by `id`. A batch handler
   * gets all available events of its name in one call, out of order with other names.
   */
  consumeEvents<N extends EventName, M extends EventName = never>(
    durable: string,
    names: readonly N[],
    handle: (event: DeliveredEvent<N>) => Promise<void>,
    batchHandlers?: BatchHandlers<M>,
  ): Promise<void>
  /** Handles the messages of a durable consumer in batches, in parallel lanes. */
  consumeLanes<T>(stream: StreamName, durable: string, lanes: Lanes<T>): Promise<void>
  /**
   * As `consumeLanes` for READS: for all its partitions, or a share of them. Subjects are those that devices published to.
   * Resolves with the number of partitions.
   * @throws Error if READS has another number of partitions than the share names
   */
  consumeReads<T>(share: ReadsShare | undefined, lanes: Lanes<T>): Promise<number>
  /**
   * Stores a message of a device in READS, in one message with others that arrive while the disk is busy. Resolves with
   * the sequence when the message is stored. The message belongs to the current request and trace.
   * @throws AppError UNAVAILABLE: it may be stored
   */
  storeRead(storeId: string, deviceId: string, data: Uint8Array): Promise<number>
  /**
   * Stores the reads that recognizers send on the ingest subjects, and replies. It shares the work with the other
   * processes that call this, until the bus is drained.
   */
  ingestReads(): Promise<void>
  /**
   * Follows a stream in order and without gaps until the bus is drained, across reconnects and server restarts. Resolves
   * when every message that was stored at the start has been delivered. Stores no state on the server. `onMessage` must
   * not throw. `isCurrent` is false from a reconnect until what was missed has been delivered.
   */
  follow(
    stream: StreamName,
    from: FollowFrom,
    onMessage: (message: StreamMessage) => void,
    subjects?: readonly string[],
  ): Promise<{ stop(): Promise<void>; isCurrent(): boolean }>
  /**
   * Reads the messages after a sequence, oldest first, up to a number of messages and about a number of bytes. Empty if
   * there are none.
   * @throws AppError UNAVAILABLE
   */
  readAfter(stream: 'VISITS', after: number, max: { messages: number; bytes: number }): Promise<StreamMessage[]>
  /** The first and last sequence of a stream. */
  range(stream: StreamName): Promise<{ first: number; last: number }>
  /**
   * Removes the reads before the first one that is not acknowledged in its partition, and returns the progress.
   * `doneUntil`: all reads that were stored before this time are done (Unix milliseconds).
   */
  purgeDoneReads(): Promise<ReadsProgress & { doneUntil: number }>
  /** The share of its file storage that the fullest nats-server uses, 0 to 1. @throws Error if no server responds */
  askStorageFilling(): Promise<number>
}

/** Core NATS messages between processes: not stored, at most once. */
export type BusSignals = {
  /**
   * Subscribes in a queue group, in which each message goes to one process, until the bus is drained. `onMessage` resolves
   * with true to confirm the message to a `request`, and must not throw or reject.
   */
  subscribeQueue(
    subject: string,
    queue: string,
    onMessage: (message: { subject: string; data: Uint8Array }) => unknown,
  ): void
  /** Sends to the current subscribers of a subject; the message is lost while the connection is down. */
  send(subject: string, payload: object): void
  /** As `send`, and resolves with the outcome within 1 s. */
  request(subject: string, payload: object): Promise<SignalOutcome>
  /** Subscribes until `stop`. `onMessage` returns true to confirm the message to a `request`, and must not throw. */
  subscribe(subject: string, onMessage: (text: string) => boolean): { stop(): void }
}

/** The app settings. */
export type BusSettings = {
  /** The current settings, complete when it resolves. */
  watchSettings(): Promise<Settings>
}

/** The administrators' rights. */
export type BusAdmins = {
  /** The current rights, complete when it resolves. */
  watchAdmins(): Promise<Admins & { isCurrent(): boolean }>
}

/** Devices and their connections. */
export type BusDevices = {
  /** The current devices, complete when it resolves. */
  watchDevices(): Promise<Devices & { isCurrent(): boolean }>
  /**
   * Authenticates connecting devices for nats-server (auth callout), in a queue group with the other processes that do. No
   * device is accepted while READS, which stores their reads, is nearly full.
   * @param seed of the account key that nats.conf names as the callout's issuer
   * @param onFillLevel receives the fill level of READS every 5 s, 0 to 1
   */
  answerAuthCallouts(seed: string, devices: Devices, onFillLevel?: (level: number) => void): Promise<void>
  /**
   * Ends connections of devices whose secret is no longer valid, or that subscribe to the inboxes of other devices,
   * until the bus is disposed.
   * @param onEavesdropper receives a device that subscribes to inboxes of others, once per check until it is
   * disconnected; the device connects again unless it is paused
   */
  watchDeviceConnections(devices: Devices, onEavesdropper?: (deviceId: string) => void): void
  /**
   * Passes on what nats-server reports about connections of devices, until the bus is disposed. A report can be lost.
   */
  followDeviceAdvisories(onAdvisory: (advisory: DeviceAdvisory) => void): void
  /** The devices that are connected now; undefined if no nats-server responds. */
  listConnectedDevices(): Promise<ConnectedDevices | undefined>
}

/** The object stores. */
export type BusObjects = {
  /** Pictures uploaded by people and devices. */
  readonly images: ObjectStore
}

/** The connection of this process. */
export type BusLifecycle = AsyncDisposable & {
  /** False while the connection is down; calls then fail immediately with UNAVAILABLE. */
  readonly connected: boolean
  /** The readiness check: true if a round trip to the server takes less than 1 s and the service's subscriptions are intact. */
  check(): Promise<boolean>
  /**
   * Stops serving, consuming and following, and waits for what is in flight. Publishing still works, so that a service can
   * close its database, whose outbox publishes the last events, before it disposes the bus. Disposal drains too.
   */
  drain(): Promise<void>
}

export type Bus = BusLifecycle & BusRpc & BusStreams & BusSignals & BusSettings & BusAdmins & BusDevices & BusObjects
