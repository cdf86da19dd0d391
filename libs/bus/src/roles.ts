import type { EventName, Input, Operation, Operations, Result } from '@kingcar/contract'
import type {
  BatchHandlers,
  Caller,
  DeliveredEvent,
  Devices,
  FollowFrom,
  Handlers,
  Lanes,
  ObjectStore,
  OutboxMessage,
  OutgoingMessage,
  ReadsProgress,
  ReadsShare,
  Reply,
  Settings,
  SignalOutcome,
  StreamMessage,
  StreamName,
} from './types.ts'

/*
 * What a process can do on the bus, by role. A function takes the role that it uses, or a `Pick` of it; only what starts a
 * process takes the whole `Bus`.
 */

/** Calls of operations, and their service. */
export type BusRpc = {
  /** Calls an operation and gives back the answer's bytes untouched. `input` is JSON text. Fails with AppError. */
  forward(op: Operation, input: string, caller: Caller): Promise<Reply>
  /** Calls an operation; the typed form of `forward`. Fails with AppError. */
  call<O extends Operation>(op: O, input: Input<O>, caller: Caller): Promise<Result<O>>
  /** Answers operations of one service until the bus is disposed: input checked, deadline checked, errors answered, calls in flight awaited. */
  serve<Ctx, Ops extends Operations>(operations: Ops, ctx: Ctx, handlers: Handlers<Ctx, Ops>): Promise<void>
}

/** Messages that JetStream keeps: publishing, durable consumers, following and reading. */
export type BusStreams = {
  /** Publishes outbox rows in order under their ids and waits until all are stored. */
  publish(messages: readonly OutboxMessage[]): Promise<void>
  /** Appends to a stream in order; resolves with the sequences when all are stored. `id` is the message id. */
  append(messages: readonly OutgoingMessage[]): Promise<number[]>
  /** Appends to a stream in whichever order is fastest; resolves when all are stored. */
  appendUnordered(messages: readonly OutgoingMessage[]): Promise<void>
  /**
   * Durable work on events, one after the other: acknowledged when the handler resolves, delivered again with back-off
   * when it rejects. At least once: be idempotent by `id`. Events of the names in `together` come as many at once as there
   * are, beside the order of the others.
   */
  consumeEvents<N extends EventName, M extends EventName = never>(
    durable: string,
    names: readonly N[],
    handle: (event: DeliveredEvent<N>) => Promise<void>,
    together?: BatchHandlers<M>,
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
    from: FollowFrom,
    onMessage: (message: StreamMessage) => void,
    subjects?: readonly string[],
  ): Promise<{ stop(): Promise<void> }>
  /**
   * What a stream holds after a sequence, the oldest first: at most so many messages, and about so many bytes. Empty where
   * it holds nothing newer. Fails with UNAVAILABLE.
   */
  readAfter(stream: 'VISITS', after: number, most: { messages: number; bytes: number }): Promise<StreamMessage[]>
  /** First and last sequence of a stream. */
  range(stream: StreamName): Promise<{ first: number; last: number }>
  /** Removes from READS what every partition has acknowledged, up to the first that one has not, and tells how it stands. */
  purgeDoneReads(): Promise<ReadsProgress>
}

/** Messages between processes that are kept nowhere. */
export type BusSignals = {
  /**
   * Hears what is published to a subject and kept nowhere, each message in one process of the queue, until the bus is
   * drained. `onMessage` must not throw.
   */
  subscribeQueue(
    subject: string,
    queue: string,
    onMessage: (message: { subject: string; data: Uint8Array }) => void,
  ): void
  /** Says something to whoever hears a subject now; it is kept nowhere, and lost while the connection is down. */
  send(subject: string, payload: object): void
  /** As `tell`, and what became of it, within a second. */
  request(subject: string, payload: object): Promise<SignalOutcome>
  /** Hears what is said to a subject until it is stopped. `onMessage` gives whether it took it, and must not throw. */
  subscribe(subject: string, onMessage: (text: string) => boolean): { stop(): void }
}

/** The app settings. */
export type BusSettings = {
  /** Current settings, complete when it resolves. */
  watchSettings(): Promise<Settings>
}

/** Devices and their connections. */
export type BusDevices = {
  /** Current devices, complete when it resolves. */
  watchDevices(): Promise<Devices>
  /**
   * Answers for nats-server who may connect as a device, beside all other processes that do.
   * Nobody is let in while READS, which keeps what devices send, is nearly full.
   * @param seed of the account key that nats.conf names as the callout's issuer
   * @param onFilling hears every few seconds how full it is, 0 to 1
   */
  answerAuthCallouts(seed: string, devices: Devices, onFilling?: (share: number) => void): Promise<void>
  /**
   * Ends connections of devices whose secret is no longer good, or that listen to others, for as long as the bus lives.
   * @param onListener hears of a device that listens to others, until it is out; it signs in again unless it is kept out
   */
  watchDeviceConnections(devices: Devices, onListener?: (deviceId: string) => void): void
}

/** The object stores. */
export type BusObjects = {
  /** The pictures that people and devices sent. */
  readonly images: ObjectStore
}

/** The connection of this process, from its opening to its end. */
export type BusLifecycle = AsyncDisposable & {
  /** False while the connection is down; calls then fail at once as UNAVAILABLE. */
  readonly connected: boolean
  /** A round trip to the server within a second. For readiness. */
  check(): Promise<boolean>
  /**
   * Serves, consumes and follows no more, and waits for what is in flight. What is published still goes out, so that a
   * service can end its database, whose outbox sends the last events, before it closes the bus. Disposal drains too.
   */
  drain(): Promise<void>
}

export type Bus = BusLifecycle & BusRpc & BusStreams & BusSignals & BusSettings & BusDevices & BusObjects
