import type { BusRpc, Caller } from '@kingcar/bus'
import {
  AppError,
  type AttentionPart,
  type Composed,
  contract,
  isOfOwnStore,
  isServerError,
  partOf,
  storesToAsk,
} from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { allowSilence } from '../http/allow-silence.ts'
import { callContextOf } from './call-context.ts'
import { composeAttention } from './compose-attention.ts'
import { composeDemo } from './compose-demo.ts'
import type { RequestGuards } from './operation-route.ts'

type Context = { bus: Pick<BusRpc, 'forward'>; headers: Record<string, string>; log: Logger }

/** Makes the result from the parts of the services that responded. */
type Compose = (parts: readonly never[], unavailable: string[], now: Date) => unknown

type Composing = {
  op: Composed
  compose: Compose
  /** A service that is called after the others, once for each input that `inputsFor` makes of their parts. */
  last?: { service: string; inputsFor: (parts: readonly never[]) => readonly object[] }
}

/** The operations whose result the gateway composes from parts of several services. */
export const composedOperations: readonly Composing[] = [
  {
    op: contract.gateway.getAttention,
    compose: composeAttention,
    last: { service: 'catalog', inputsFor: (parts: readonly AttentionPart[]) => storesToAsk(parts) },
  },
  { op: contract.gateway.getDemo, compose: composeDemo },
  { op: contract.gateway.removeDemo, compose: composeDemo },
]

/**
 * Returns the handler of a composed operation: it calls all services at the same time or in order, each with the
 * deadline of any call. A service that fails or does not respond in time is named in the result instead of failing the
 * request, because the other parts are useful without its part; the service logs its own failures. In an ordered
 * operation the services after it are not called, and are named too.
 */
export function composedHandler(
  { op, compose, last }: Composing,
  { bus, headers, log }: Context,
  { readInput, checkRateLimit }: Pick<RequestGuards, 'readInput' | 'checkRateLimit'>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const parts = op.composedOf.services.map((service) => partOf(op, service))
  const first = parts.filter(({ service }) => service !== last?.service)

  const seconds = op.timeoutSeconds && op.timeoutSeconds * (op.composedOf.inOrder ? parts.length : 1)

  return async (request, reply) => {
    const input = readInput(request)
    if (seconds !== undefined) allowSilence(request, seconds)
    if (checkRateLimit) await checkRateLimit(request)
    // Services of the previous version do not know `storeId`, so each service gets the caller as an administrator of
    // this store alone.
    const { storeId, ...rest }: { storeId?: string } = JSON.parse(input)
    const call = async (part: (typeof parts)[number], ofPart: object = rest) => {
      try {
        const caller = ofOneStore(callContextOf(op, request), storeId) // each call has the whole deadline
        const { body } = await bus.forward(part, JSON.stringify(ofPart), caller)
        return (JSON.parse(Buffer.from(body).toString()) as { result: never }).result
      } catch (err) {
        if (!isServerError(err)) throw err
        log.warn(
          { err, operation: op.name, service: part.service, requestId: request.id },
          'operation composed without the part of a service',
        )
        return undefined
      }
    }
    // A service of the previous version does not know this input, and returns everything.
    const callLast = (part: (typeof parts)[number], ofPart: object) =>
      call(part, ofPart).catch((err: unknown) => {
        if (AppError.from(err).code !== 'VALIDATION_FAILED') throw err
        return call(part, {})
      })
    const results = op.composedOf.inOrder
      ? await untilUndefined(first, call)
      : await Promise.all(first.map((part) => call(part)))
    const known = results.filter((each) => each !== undefined)
    const more = await Promise.all(
      parts
        .filter((part) => !first.includes(part))
        .flatMap((part) => last?.inputsFor(known).map((each) => callLast(part, each)) ?? []),
    )
    const failed = new Set([
      ...first.filter((_, at) => results[at] === undefined),
      ...(more.includes(undefined) ? parts.filter((part) => !first.includes(part)) : []),
    ])
    const unavailable = parts.filter((part) => failed.has(part)).map(({ service }) => service)
    const result = compose([...known, ...more.filter((each) => each !== undefined)], unavailable, new Date())
    return reply
      .headers({ ...headers, 'content-type': 'application/json; charset=utf-8' })
      .send(JSON.stringify({ success: true, result }))
  }
}

/**
 * The caller as an administrator of one store alone.
 * @throws FORBIDDEN if the store is not the administrator's
 */
function ofOneStore(caller: Caller, storeId: string | undefined): Caller {
  const { actor } = caller
  if (storeId === undefined || actor?.role !== 'admin') return caller
  if (!isOfOwnStore(actor, { storeId })) throw new AppError('FORBIDDEN')
  return { ...caller, actor: { ...actor, storeIds: [storeId] } }
}

/** Results of calls one after the other, up to the first undefined one. */
async function untilUndefined<T, R>(items: readonly T[], call: (item: T) => Promise<R | undefined>) {
  const results: (R | undefined)[] = []
  for (const item of items) {
    const result = await call(item)
    if (result === undefined) break
    results.push(result)
  }
  return results
}
