import {
  AppError,
  isAdminRole,
  isOfOwnStore,
  isPermitted,
  isServerError,
  lowerCaseIds,
  type Operation,
  toDetails,
} from '@kingcar/contract'
import { compiled, steadyNow, traced, withinRequest, withTimeLimit } from '@kingcar/runtime'
import type { Msg, Service } from 'nats'
import { unavailable } from '../connection/failures.ts'
import type { Link } from '../connection/link.ts'
import { oncePerTick } from '../connection/once-per-tick.ts'
import type { BusRpc } from '../roles.ts'
import type { Caller, RecordAccess, Versioned } from '../types.ts'
import type { CallMetrics } from './call-metrics.ts'
import { callAttributes } from './calls.ts'
import { createRequestAges } from './request-age.ts'
import { createSerializer } from './serializer.ts'
import {
  decodeRequest,
  type Encoded,
  encodeFailure,
  encodeInProgress,
  encodeReplies,
  encodeSuccess,
  headerRoom,
  type PlacedReply,
  type Request,
  splitRequests,
  understandsInProgress,
} from './wire.ts'

/** Concurrent calls of one process; a further call is rejected immediately, so that overload fails fast. */
const maxInFlight = 1_024
/** Interval of the progress messages on operations that may take long, in ms. */
const progressInterval = 500
/** Time limits of `drain`, in ms: for the server to end the subscriptions, and for the calls in flight. */
const unsubscribeTimeout = 1_000
const drainTimeout = 8_000

type Handle = (ctx: unknown, input: unknown, caller: Caller) => Promise<unknown>

/** Statistics of an endpoint in the NATS services API, whose own are wrong for asynchronous handlers. */
type EndpointStats = { requests: number; errors: number; processingMs: number; lastError: string }

type Endpoint = {
  op: Operation
  ctx: unknown
  handle: Handle
  recordAccess: RecordAccess | undefined
  stats: EndpointStats
  /** Compiled at the first call, as the input check is: most operations of a service are rarely called. */
  serialize?: (result: unknown) => string
}

/** A message of calls: how many are open, and the replies (with their length) that wait for the end of the tick. */
type Incoming = { message: Msg; from: string; open: number; replies: PlacedReply[]; length: number }

/** nats-server's default of the largest message, in bytes. */
const defaultMaxPayload = 2 ** 20
/** Upper bound of the UTF-8 bytes of so many UTF-16 code units. */
const maxUtf8Bytes = (characters: number) => 3 * characters

export type Server = {
  serve: BusRpc['serve']
  /** False after a subscription ended by itself. */
  readonly healthy: boolean
  /** Accepts no further calls and waits for those in flight. */
  drain(): Promise<void>
}

/**
 * Serves operations through the NATS services API (discovery, statistics, queue groups). Handlers are wrapped, since the
 * API does not await them: a rejection would send no reply and end the process.
 * @param onEnded called if a subscription ends by itself: it does not come back, so the process has to end
 */
export function createServer(link: Link, metrics: CallMetrics | undefined, onEnded: () => void = () => {}): Server {
  const { connection, log } = link
  const services: Service[] = []
  const ages = createRequestAges()
  let inFlight = 0
  let idle = Promise.withResolvers<void>()
  let healthy = true
  let draining = false

  /** Messages whose callers wait for progress messages. */
  const inProgress = new Set<Incoming>()
  let progressTimer: NodeJS.Timeout | undefined
  /** Runs while there are such messages. */
  const reportProgress = () => {
    for (const { message } of inProgress) respond(message, encodeInProgress())
    if (inProgress.size > 0) return
    clearInterval(progressTimer)
    progressTimer = undefined
  }

  function respond(message: Msg, reply: Uint8Array): void {
    try {
      message.respond(reply)
    } catch (err) {
      log.error({ err, subject: message.subject }, 'reply failed')
    }
  }

  /** Messages with unsent replies. */
  const unsent = new Set<Incoming>()
  const replySoon = oncePerTick(() => {
    for (const incoming of unsent) reply(incoming)
    unsent.clear()
    link.writeNow()
  })

  function reply(incoming: Incoming): void {
    const { message, replies } = incoming
    incoming.replies = []
    incoming.length = 0
    respond(message, encodeReplies(replies))
    incoming.open -= replies.length
    if (incoming.open === 0) inProgress.delete(incoming)
    inFlight -= replies.length
    if (inFlight === 0) idle.resolve()
  }

  function addReply(incoming: Incoming, added: PlacedReply): void {
    // if the replies might exceed the message size together, those so far are sent first
    if (incoming.length > 0 && maxUtf8Bytes(incoming.length + added.text.length) > maxPayload()) reply(incoming)
    incoming.replies.push(added)
    incoming.length += added.text.length + headerRoom
    unsent.add(incoming)
    replySoon()
  }

  function toFailure({ op, stats }: Endpoint, cause: unknown, requestId?: string): { code: string; encoded: Encoded } {
    const failure = AppError.from(cause)
    stats.errors += 1
    stats.lastError = failure.code
    if (failure.code === 'INTERNAL') log.error({ err: cause, operation: op.name, requestId }, 'operation failed')
    return { code: failure.code, encoded: encodeFailure(failure) }
  }

  async function handleCall(endpoint: Endpoint, incoming: Incoming, place: number, text: string): Promise<void> {
    const began = performance.now()
    let requestId: string | undefined
    let outcome = 'OK'
    let encoded: Encoded
    try {
      const request = parse(text)
      requestId = request.caller.requestId
      const { caller, sentAt } = request
      const timeLeft = caller.deadline - (sentAt ?? Date.now())
      // after a freeze the server delivers calls whose callers have given up
      if (sentAt === undefined ? timeLeft <= 0 : ages.isExpired(incoming.from, sentAt, timeLeft)) throw unavailable()
      const { timeoutSeconds } = endpoint.op
      caller.deadline = steadyNow() + (timeoutSeconds === undefined ? timeLeft : timeoutSeconds * 1_000) // the deadline by this process's clock
      const { result, success } = await run(endpoint, request)
      assertFits(success)
      await recordAccessOf(endpoint, result, caller)
      encoded = success
    } catch (cause) {
      ;({ code: outcome, encoded } = toFailure(endpoint, cause, requestId))
    }
    addReply(incoming, { place, ...encoded })
    const ms = performance.now() - began
    endpoint.stats.processingMs += ms
    metrics?.observe(endpoint.op.name, outcome, ms)
  }

  const maxPayload = () => connection.info?.max_payload ?? defaultMaxPayload

  function assertFits({ text }: Encoded): void {
    if (maxUtf8Bytes(text.length) + headerRoom <= maxPayload()) return
    const bytes = Buffer.byteLength(text)
    if (bytes + headerRoom > maxPayload()) throw new Error(`the reply of ${bytes} bytes exceeds the message size limit`)
  }

  function receive(endpoint: Endpoint, message: Msg): void {
    const texts = splitRequests(message.data)
    const incoming: Incoming = { message, from: senderOf(message), open: texts.length, replies: [], length: 0 }
    if (endpoint.op.timeoutSeconds !== undefined && texts.every(understandsInProgress)) {
      inProgress.add(incoming)
      progressTimer ??= setInterval(reportProgress, progressInterval).unref()
      respond(message, encodeInProgress())
    }
    for (const [place, text] of texts.entries()) {
      endpoint.stats.requests += 1
      if (inFlight === 0) idle = Promise.withResolvers()
      inFlight += 1
      if (inFlight > maxInFlight) {
        const { code, encoded } = toFailure(endpoint, unavailable())
        metrics?.observe(endpoint.op.name, code, 0)
        addReply(incoming, { place, ...encoded })
      } else void handleCall(endpoint, incoming, place, text)
    }
  }

  return {
    get healthy() {
      return healthy
    },

    async serve(operations, ctx, handlers, recordAccess) {
      const [first] = Object.values(operations)
      if (!first) return
      const endpoints = new Map<string, Endpoint>()
      const service = await connection.services.add({
        name: first.service,
        version: '1.0.0',
        queue: first.service,
        statsHandler: ({ subject }) => Promise.resolve(endpoints.get(subject)?.stats ?? null),
      })
      services.push(service)
      void service.stopped.then((err) => {
        if (draining || !healthy) return
        healthy = false
        log.error({ err: err ?? undefined, service: first.service }, 'service subscription ended')
        onEnded()
      })
      for (const [name, op] of Object.entries(operations)) {
        if (op.opens && !recordAccess) throw new Error(`${name} is served without a log of accesses`)
        const stats = { requests: 0, errors: 0, processingMs: 0, lastError: '' }
        const endpoint: Endpoint = { op, ctx, handle: handlers[name] as unknown as Handle, recordAccess, stats }
        endpoints.set(op.subject, endpoint)
        service.addEndpoint(name, {
          subject: op.subject,
          handler(error, message) {
            if (!error) receive(endpoint, message as unknown as Msg)
          },
        })
      }
      await connection.flush()
    },

    async drain() {
      draining = true
      const unsubscribed = Promise.all(services.map((service) => service.stop()))
      await withTimeLimit<unknown>(unsubscribeTimeout, unsubscribed, () => undefined)
      if (inFlight > 0) await withTimeLimit(drainTimeout, idle.promise, () => undefined)
      clearInterval(progressTimer)
      if (inFlight > 0) log.warn({ inFlight }, 'shutdown with calls still in flight')
    },
  }
}

/** Identifies the caller's process by its inbox: the last token of the reply subject is the request's number. */
const senderOf = ({ reply = '' }: Msg) => reply.slice(0, reply.lastIndexOf('.'))

function parse(text: string): Request {
  try {
    return decodeRequest(text)
  } catch (cause) {
    throw new AppError('VALIDATION_FAILED', { cause })
  }
}

async function run(endpoint: Endpoint, { caller, input }: Request): Promise<{ result: unknown; success: Encoded }> {
  const { op, ctx, handle } = endpoint
  const check = compiled(op.input)
  if (op.proof !== 'signature' && !check.Check(input))
    throw new AppError('VALIDATION_FAILED', { details: toDetails(check.Errors(input)) })
  const converted = lowerCaseIds(op.input, input)
  const scoped = withStores(op, converted as object, caller)
  const work = async () => {
    const handled = await handle(ctx, converted, scoped)
    const { result, version } = op.versioned ? (handled as Versioned<unknown>) : { result: handled, version: undefined }
    return { result, version }
  }
  const { result, version } = await traced(
    op.name,
    { kind: 'server', parent: caller.traceparent, attributes: callAttributes(op), isFault: isServerError },
    () => withinRequest(caller.requestId, work, caller.actor ?? undefined),
  )
  endpoint.serialize ??= createSerializer(op)
  return { result, success: encodeSuccess(endpoint.serialize(result), version) }
}

async function recordAccessOf({ op, recordAccess }: Endpoint, result: unknown, caller: Caller): Promise<void> {
  if (!op.opens || caller.actor?.role !== 'admin' || !recordAccess) return
  // Without the actor: the budget of events limits an account's writes, not its reads.
  await withinRequest(caller.requestId, () => recordAccess(op, result, caller))
}

/**
 * Checks the rights of an administrator again, after the gateway has checked them, and adds the stores to which the
 * result is limited.
 * @throws AppError FORBIDDEN, or UNAVAILABLE for an administrator without rights: a gateway of an earlier version sends
 * none
 */
function withStores(op: Operation, input: { storeId?: unknown }, caller: Caller): Caller {
  const { actor } = caller
  if (actor?.role !== 'admin' || op.permission === undefined) return caller
  if (!isAdminRole(actor.adminRole)) throw unavailable()
  if (!isPermitted(op, actor)) throw new AppError('FORBIDDEN')
  if (op.scope !== 'stores') return caller
  if (!isOfOwnStore(actor, input)) throw new AppError('FORBIDDEN')
  return { ...caller, stores: actor.storeIds }
}
