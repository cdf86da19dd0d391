import type { Input, Operation, Result } from '@kingcar/contract'
import { steadyNow } from '@kingcar/runtime'
import type { Registry } from 'prom-client'
import { noResponders } from './connection/failures.ts'
import { type LinkOptions, openLink } from './connection/link.ts'
import { askStorageFilling, registerServerGauges } from './connection/server-gauges.ts'
import { answerAuthCallouts } from './devices/auth-callout.ts'
import { followDeviceAdvisories, listConnectedDevices, watchDeviceConnections } from './devices/device-connections.ts'
import { createDevices } from './devices/devices.ts'
import type { Bus } from './roles.ts'
import { createCallMetrics } from './rpc/call-metrics.ts'
import { createForward, traceForward } from './rpc/calls.ts'
import { createServer } from './rpc/serve.ts'
import { createAdmins } from './stores/admins.ts'
import { openObjectStore } from './stores/object-store.ts'
import { createSettings } from './stores/settings.ts'
import { consumeEvents } from './streams/consume-events.ts'
import { consumeLanes, type Stoppable } from './streams/consume-lanes.ts'
import { consumeReads, purgeDoneReads } from './streams/consume-reads.ts'
import { createConsumerMetrics } from './streams/consumer-metrics.ts'
import { readAfter } from './streams/direct-get.ts'
import { registerFillLevel } from './streams/fill-level.ts'
import { startFollower } from './streams/follow.ts'
import { requestIdHeader, traceHeader } from './streams/headers.ts'
import { answerIngest, createIngest } from './streams/ingest-reads.ts'
import { append, appendUnordered, tracedAppend } from './streams/publish.ts'
import { mayWatchServers } from './topology/permissions.ts'
import { streams } from './topology/streams.ts'
import type { Caller, StreamName } from './types.ts'

export type BusOptions = LinkOptions & {
  /** Registry for the metrics of operations and consumers. */
  metrics?: Registry
}

/** Time limit for the reply to a signal, in ms. */
const signalTimeout = 1_000

/**
 * Opens the bus of a process; resolves when it is connected. Reconnects for ever. Disposing it drains first: no new calls,
 * calls in flight are answered, then the connection is closed.
 * @throws NatsError if the server rejects the only password, or no server accepts the connection within 30 s
 */
export async function openBus({ metrics, ...options }: BusOptions): Promise<Bus> {
  const link = await openLink(options)
  const { mux, jetstream } = link
  const server = createServer(link, metrics && createCallMetrics(metrics), options.onClosed)
  const context = { link, metrics: metrics && createConsumerMetrics(metrics), onEnded: options.onClosed }
  if (metrics && mayWatchServers(options.name)) registerServerGauges(metrics, link)
  const ingest = createIngest(link)
  const running: Stoppable[] = []
  const disposers: (() => void)[] = []

  const forward = traceForward(createForward(link))

  const follow: Bus['follow'] = async (...what) => {
    const [stream] = what
    const follower = await startFollower(link, ...what)
    if (metrics && streams[stream].whenFull === 'refuseNew') registerFillLevel(metrics, jetstream, stream)
    running.push(follower)
    await follower.caughtUp
    return follower
  }

  const lastSequenceOf = async (stream: StreamName) => (await jetstream.stream(stream)).state.last_seq

  /** This is not the client's own drain, which would drop the replies of calls whose handlers still run. */
  let drained: Promise<unknown> | undefined
  const drain = async () => {
    drained ??= Promise.all([server.drain(), ...running.map((work) => work.stop())])
    await drained
  }

  return {
    get connected() {
      return link.connected
    },
    check: async () => server.healthy && link.flush(),

    forward,
    async call<O extends Operation>(op: O, input: Input<O>, caller: Caller) {
      const { body } = await forward(op, JSON.stringify(input), caller)
      return (JSON.parse(Buffer.from(body).toString()) as { result: Result<O> }).result
    },
    serve: server.serve,

    async publish(messages, timeoutMs) {
      const outgoing = messages.map(({ id, subject, payload, requestId, traceparent }) => ({
        id,
        subject,
        data: JSON.stringify(payload),
        headers: {
          ...(requestId && { [requestIdHeader]: requestId }),
          ...(traceparent && { [traceHeader]: traceparent }),
        },
      }))
      await append(link, outgoing, timeoutMs)
    },
    append: (messages) => tracedAppend(messages, () => append(link, messages)),
    appendUnordered: (messages) => tracedAppend(messages, () => appendUnordered(link, messages)),

    async consumeEvents(...what) {
      running.push(await consumeEvents(context, ...what))
    },
    async consumeLanes(stream, durable, lanes) {
      running.push(await consumeLanes(context, stream, [durable], lanes))
    },
    async consumeReads(share, lanes) {
      const { partitions, running: work } = await consumeReads(context, share, lanes)
      running.push(work)
      return partitions
    },
    storeRead: ingest.store,
    async ingestReads() {
      running.push(await answerIngest(link, ingest))
    },
    follow,
    subscribeQueue(subject, queue, onMessage) {
      const inFlight = new Set<Promise<void>>()
      const subscription = link.connection.subscribe(subject, {
        queue,
        callback: (error, message) => {
          const work = error ? undefined : onMessage(message)
          if (!(work instanceof Promise)) return
          const confirmed = work.then((outcome) => {
            inFlight.delete(confirmed)
            if (outcome === true) message.respond()
          })
          inFlight.add(confirmed)
        },
      })
      const stop = async () => {
        await subscription.drain()
        await Promise.all(inFlight)
      }
      running.push({ stop })
    },
    send(subject, payload) {
      if (link.connected) link.connection.publish(subject, JSON.stringify(payload))
    },
    request: (subject, payload) =>
      mux.request(subject, JSON.stringify(payload), steadyNow() + signalTimeout).then(
        () => 'delivered',
        ({ cause }) => (cause === noResponders ? 'noSubscriber' : 'unknown'),
      ),
    subscribe(subject, onMessage) {
      const subscription = link.connection.subscribe(subject, {
        callback: (error, message) => {
          if (!error && onMessage(message.string())) message.respond()
        },
      })
      return { stop: () => subscription.unsubscribe() }
    },
    images: openObjectStore(link, 'images'),
    readAfter: (...what) => readAfter(link, ...what),
    async range(stream) {
      const { state } = await jetstream.stream(stream)
      return { first: state.first_seq, last: state.last_seq }
    },
    async watchSettings() {
      const settings = createSettings()
      await follow('SETTINGS', 'lastPerSubject', settings.apply)
      return settings
    },
    async watchAdmins() {
      const admins = createAdmins(() => lastSequenceOf('ADMINS'), link.log)
      const { isCurrent } = await follow('ADMINS', 'lastPerSubject', admins.apply)
      return { ...admins, isCurrent }
    },
    async watchDevices() {
      let follower: { isCurrent(): boolean } | undefined
      const isCurrent = () => link.connected && (follower?.isCurrent() ?? false)
      const devices = createDevices(() => lastSequenceOf('DEVICES'), isCurrent, link.log)
      follower = await follow('DEVICES', 'lastPerSubject', devices.apply)
      return { ...devices, isCurrent }
    },
    async answerAuthCallouts(...what) {
      disposers.push(await answerAuthCallouts(link, ...what))
    },
    watchDeviceConnections(...what) {
      disposers.push(watchDeviceConnections(link, ...what))
    },
    followDeviceAdvisories(...what) {
      disposers.push(followDeviceAdvisories(link, ...what))
    },
    listConnectedDevices: () => listConnectedDevices(link),
    purgeDoneReads: () => purgeDoneReads(link),
    askStorageFilling: () => askStorageFilling(link),

    drain,
    async [Symbol.asyncDispose]() {
      await drain()
      for (const end of disposers) end()
      await link.flush()
      await link.close()
    },
  }
}
