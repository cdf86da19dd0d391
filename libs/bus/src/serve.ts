import { AppError, type Operation, type Operations, toDetails } from '@kingcar/contract'
import { withinRequest } from '@kingcar/runtime'
import type { Msg, Service } from 'nats'
import { Compile, type Validator } from 'typebox/compile'
import { type Link, within } from './link.ts'
import type { CallMetrics } from './metrics.ts'
import { createSerializer } from './serializer.ts'
import type { Caller, Handlers, Versioned } from './types.ts'
import { decodeRequest, encodeFailure, encodeSuccess, isTooLarge, type Request, unavailable } from './wire.ts'

/** Calls that one process works on at once; one more is refused, so that overload is answered fast. */
const mostInFlight = 1_024
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
  /** Both are compiled at the first call: a service has many operations and few of them are hot. */
  check?: Validator
  write?: (result: unknown) => string
}

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
export function createServer({ connection, log }: Link, metrics: CallMetrics | undefined): Server {
  const services: Service[] = []
  let inFlight = 0
  let idle = Promise.withResolvers<void>()
  let healthy = true
  let draining = false

  /** Gives the code that was answered. */
  function refuse({ op, figures }: Endpoint, message: Msg, cause: unknown, requestId?: string): string {
    const failure = AppError.from(cause)
    figures.errors += 1
    figures.lastError = failure.code
    if (failure.code === 'INTERNAL') log.error({ err: cause, operation: op.name, requestId }, 'operation failed')
    const { body, headers } = encodeFailure(failure)
    message.respond(body, { headers })
    return failure.code
  }

  async function answer(endpoint: Endpoint, message: Msg): Promise<void> {
    const began = performance.now()
    let requestId: string | undefined
    let outcome = 'OK'
    try {
      const request = read(message)
      requestId = request.caller.requestId
      await run(endpoint, message, request)
    } catch (cause) {
      outcome = refuse(endpoint, message, cause, requestId)
    } finally {
      inFlight -= 1
      if (inFlight === 0) idle.resolve()
      const ms = performance.now() - began
      endpoint.figures.processingMs += ms
      metrics?.observe(endpoint.op.name, outcome, ms)
    }
  }

  function receive(endpoint: Endpoint, message: Msg): void {
    endpoint.figures.requests += 1
    if (inFlight >= mostInFlight) {
      const outcome = refuse(endpoint, message, unavailable())
      metrics?.observe(endpoint.op.name, outcome, 0)
      return
    }
    if (inFlight === 0) idle = Promise.withResolvers()
    inFlight += 1
    answer(endpoint, message).catch((err) => log.error({ err, operation: endpoint.op.name }, 'not answered'))
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
      await within<unknown>(leavePatience, left, undefined)
      if (inFlight === 0) return
      await within(drainPatience, idle.promise, undefined)
      if (inFlight > 0) log.warn({ inFlight }, 'calls left unanswered')
    },
  }
}

function read(message: Msg): Request {
  try {
    return decodeRequest(message.string())
  } catch (cause) {
    throw new AppError('VALIDATION_FAILED', { cause })
  }
}

async function run(endpoint: Endpoint, message: Msg, { caller, input }: Request): Promise<void> {
  const { op, ctx, handle } = endpoint
  // a server that was frozen hands over calls that nobody waits for any more
  if (caller.deadline <= Date.now()) throw unavailable()
  endpoint.check ??= Compile(op.input)
  if (!endpoint.check.Check(input)) {
    throw new AppError('VALIDATION_FAILED', { details: toDetails(endpoint.check.Errors(input)) })
  }
  const handled = await withinRequest(caller.requestId, () => handle(ctx, input, caller))
  endpoint.write ??= createSerializer(op)
  const { result, version } = op.versioned ? (handled as Versioned<unknown>) : { result: handled, version: undefined }
  const body = encodeSuccess(endpoint.write(result), version)
  try {
    message.respond(body)
  } catch (cause) {
    throw isTooLarge(cause) ? new Error(`an answer of ${body.length} bytes is more than a message holds`) : cause
  }
}
