import { AppError, isServerError, type Operation, type Operations, toDetails } from '@kingcar/contract'
import { compiled, steadyNow, traced, withinRequest, withTimeLimit } from '@kingcar/runtime'
import type { Msg, Service } from 'nats'
import { unavailable } from '../connection/failures.ts'
import type { Link } from '../connection/link.ts'
import { oncePerTick } from '../connection/once-per-tick.ts'
import type { Caller, Handlers, Versioned } from '../types.ts'
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

/** Calls that one process works on at once; one more is refused, so that overload is answered fast. */
const mostInFlight = 1_024
/** Milliseconds between two signs that calls which may take long are being worked on. */
const signEvery = 500
/** Milliseconds: for the server to hear that we take no more, and for the calls in flight to end. */
const leavePatience = 1_000
const drainPatience = 8_000

type Handle = (ctx: unknown, input: unknown, caller: Caller) => Promise<unknown>

/** What the services API reports of an endpoint; its own figures are wrong for handlers that await. */
type Figures = { requests: number; errors: number; processingMs: number; lastError: string }

type Endpoint = {
  op: Operation
  ctx: unknown
  handle: Handle
  figures: Figures
  /** Compiled at the first call, as its check is: a service has many operations and few of them are hot. */
  write?: (result: unknown) => string
}

/** A message with calls, how many are not answered, and the answers to some that wait for the end of the turn. */
type Incoming = { message: Msg; from: string; open: number; answers: PlacedReply[]; length: number }

/** Bytes of what nats-server takes in one message unless it says otherwise. */
const defaultPayload = 2 ** 20
/** What so many characters take in UTF-8 at most. */
const mostBytes = (characters: number) => 3 * characters

export type Server = {
  serve<Ctx, Ops extends Operations>(operations: Ops, ctx: Ctx, handlers: Handlers<Ctx, Ops>): Promise<void>
  /** False once a subscription of ours has ended by itself. */
  readonly healthy: boolean
  /** Takes no more calls and waits for those in flight. */
  drain(): Promise<void>
}

/**
 * Answers calls through the NATS services API (discovery, figures, queue groups), behind a wrapper that awaits, counts
 * and answers errors itself: there a handler that rejects would answer nobody and end the process.
 */
export function createServer(link: Link, metrics: CallMetrics | undefined): Server {
  const { connection, log } = link
  const services: Service[] = []
  const ages = createRequestAges()
  let inFlight = 0
  let idle = Promise.withResolvers<void>()
  let healthy = true
  let draining = false

  /** Messages whose callers wait for longer as long as they hear of us. */
  const working = new Set<Incoming>()
  const signs = setInterval(() => {
    for (const { message } of working) respond(message, encodeInProgress())
  }, signEvery).unref()

  function respond(message: Msg, reply: Uint8Array): void {
    try {
      message.respond(reply)
    } catch (err) {
      log.error({ err, subject: message.subject }, 'not answered')
    }
  }

  /** Messages some of whose calls are answered. */
  const due = new Set<Incoming>()
  const replySoon = oncePerTick(() => {
    for (const incoming of due) reply(incoming)
    due.clear()
    link.writeNow()
  })

  function reply(incoming: Incoming): void {
    const { message, answers } = incoming
    incoming.answers = []
    incoming.length = 0
    respond(message, encodeReplies(answers))
    incoming.open -= answers.length
    if (incoming.open === 0) working.delete(incoming)
    inFlight -= answers.length
    if (inFlight === 0) idle.resolve()
  }

  function answer(incoming: Incoming, answered: PlacedReply): void {
    // a message may hold what its characters take at most; what is done goes ahead of what has no room beside it
    if (incoming.length > 0 && mostBytes(incoming.length + answered.text.length) > mostPayload()) reply(incoming)
    incoming.answers.push(answered)
    incoming.length += answered.text.length + headerRoom
    due.add(incoming)
    replySoon()
  }

  function refuse({ op, figures }: Endpoint, cause: unknown, requestId?: string): { code: string; encoded: Encoded } {
    const failure = AppError.from(cause)
    figures.errors += 1
    figures.lastError = failure.code
    if (failure.code === 'INTERNAL') log.error({ err: cause, operation: op.name, requestId }, 'operation failed')
    return { code: failure.code, encoded: encodeFailure(failure) }
  }

  async function take(endpoint: Endpoint, incoming: Incoming, place: number, text: string): Promise<void> {
    const began = performance.now()
    let requestId: string | undefined
    let outcome = 'OK'
    let encoded: Encoded
    try {
      const request = read(text)
      requestId = request.caller.requestId
      const { caller, sentAt } = request
      const patience = caller.deadline - (sentAt ?? Date.now())
      // a server that was frozen hands over calls that nobody waits for any more
      if (sentAt === undefined ? patience <= 0 : ages.isExpired(incoming.from, sentAt, patience)) throw unavailable()
      const { timeoutSeconds } = endpoint.op
      caller.deadline = steadyNow() + (timeoutSeconds === undefined ? patience : timeoutSeconds * 1_000) // by our clock from here on
      encoded = await run(endpoint, request)
      assertFits(encoded)
    } catch (cause) {
      ;({ code: outcome, encoded } = refuse(endpoint, cause, requestId))
    }
    answer(incoming, { place, ...encoded })
    const ms = performance.now() - began
    endpoint.figures.processingMs += ms
    metrics?.observe(endpoint.op.name, outcome, ms)
  }

  const mostPayload = () => connection.info?.max_payload ?? defaultPayload

  function assertFits({ text }: Encoded): void {
    if (mostBytes(text.length) + headerRoom <= mostPayload()) return
    const bytes = Buffer.byteLength(text)
    if (bytes + headerRoom > mostPayload()) throw new Error(`an answer of ${bytes} bytes is more than a message holds`)
  }

  function receive(endpoint: Endpoint, message: Msg): void {
    const texts = splitRequests(message.data)
    const incoming: Incoming = { message, from: senderOf(message), open: texts.length, answers: [], length: 0 }
    if (endpoint.op.timeoutSeconds !== undefined && texts.every(understandsInProgress)) {
      working.add(incoming)
      respond(message, encodeInProgress())
    }
    for (const [place, text] of texts.entries()) {
      endpoint.figures.requests += 1
      if (inFlight === 0) idle = Promise.withResolvers()
      inFlight += 1
      if (inFlight > mostInFlight) {
        const { code, encoded } = refuse(endpoint, unavailable())
        metrics?.observe(endpoint.op.name, code, 0)
        answer(incoming, { place, ...encoded })
      } else void take(endpoint, incoming, place, text)
    }
  }

  return {
    get healthy() {
      return healthy
    },

    async serve(operations, ctx, handlers) {
      const [first] = Object.values(operations)
      if (!first) return
      const endpoints = new Map<string, Endpoint>()
      const service = await connection.services.add({
        name: first.service,
        version: '1.0.0',
        queue: first.service,
        statsHandler: ({ subject }) => Promise.resolve(endpoints.get(subject)?.figures ?? null),
      })
      services.push(service)
      void service.stopped.then((err) => {
        if (draining) return
        healthy = false
        log.error({ err: err ?? undefined, service: first.service }, 'stopped serving')
      })
      for (const [name, op] of Object.entries(operations)) {
        const figures = { requests: 0, errors: 0, processingMs: 0, lastError: '' }
        const endpoint: Endpoint = { op, ctx, handle: handlers[name] as unknown as Handle, figures }
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
      const left = Promise.all(services.map((service) => service.stop()))
      await withTimeLimit<unknown>(leavePatience, left, () => undefined)
      if (inFlight > 0) await withTimeLimit(drainPatience, idle.promise, () => undefined)
      clearInterval(signs)
      if (inFlight > 0) log.warn({ inFlight }, 'calls left unanswered')
    },
  }
}

/** Its process, by the inbox that it answers to: the last token is the question's number. */
const senderOf = ({ reply = '' }: Msg) => reply.slice(0, reply.lastIndexOf('.'))

function read(text: string): Request {
  try {
    return decodeRequest(text)
  } catch (cause) {
    throw new AppError('VALIDATION_FAILED', { cause })
  }
}

async function run(endpoint: Endpoint, { caller, input }: Request): Promise<Encoded> {
  const { op, ctx, handle } = endpoint
  const check = compiled(op.input)
  if (!check.Check(input)) throw new AppError('VALIDATION_FAILED', { details: toDetails(check.Errors(input)) })
  const handled = await traced(
    op.name,
    { kind: 'server', parent: caller.traceparent, attributes: callAttributes(op), isFault: isServerError },
    () => withinRequest(caller.requestId, () => handle(ctx, input, caller)),
  )
  endpoint.write ??= createSerializer(op)
  const { result, version } = op.versioned ? (handled as Versioned<unknown>) : { result: handled, version: undefined }
  return encodeSuccess(endpoint.write(result), version)
}
