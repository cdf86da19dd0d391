import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid, V2Error } from './errors.ts'

/** Seconds for which a key is known. */
const life = 3 * 60 * 60

type Known = { at: number; pending: boolean; status: number; body: unknown }

export type Idempotency = {
  /** @throws V2Error for a key whose request is still in progress, and for a malformed key */
  begin(request: FastifyRequest, reply: FastifyReply): void
  /** Executes the request, or returns the earlier response. */
  answer(request: FastifyRequest, reply: FastifyReply, work: () => unknown): unknown
}

/** `Idempotency-Key` of V2: a repetition gets the first response, even if it is a refusal. @param now Unix seconds */
export function createIdempotency(now: () => number): Idempotency {
  const known = new Map<string, Known>()

  function keyOf({ method, url, headers }: FastifyRequest): string | undefined {
    const given = headers['idempotency-key']
    if (given === undefined || method === 'GET') return undefined
    const [, key] = /^"([\x20-\x7e]{16,256})"$/.exec(String(given)) ?? []
    if (key === undefined) throw invalid('Idempotency-Key')
    return `${method} ${url} ${key}`
  }

  return {
    begin(request, reply) {
      const key = keyOf(request)
      if (key === undefined) return
      for (const [each, { at }] of known) if (at + life <= now()) known.delete(each)
      const before = known.get(key)
      if (before?.pending) throw new V2Error('IDEMPOTENCY_OUTSTANDING_REQUEST', 409, '처리 중인 요청입니다.')
      if (before) return
      known.set(key, { at: now(), pending: true, status: 0, body: null })
      reply.raw.once('close', () => {
        if (known.get(key)?.pending) known.delete(key)
      })
    },
    answer(request, reply, work) {
      const key = keyOf(request)
      if (key === undefined) return work()
      const before = known.get(key)
      if (before && !before.pending) return reply.code(before.status).send(before.body)
      const keep = (status: number, body: unknown) => known.set(key, { at: now(), pending: false, status, body })
      try {
        const body = work()
        keep(200, body)
        return body
      } catch (error) {
        if (error instanceof V2Error) keep(error.status, { type: error.type, message: error.message, ...error.more })
        throw error
      }
    },
  }
}
