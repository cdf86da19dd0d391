import type { Answer, Bus, Caller, Devices } from '@kingcar/bus'
import { AppError, defaultBodyLimit, honoursIfNoneMatch, isBuilt, type Operation, route } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '../auth/access-tokens.ts'
import { guard } from '../auth/authorize.ts'
import { deviceChallenge, deviceGuard } from '../auth/device-basic-auth.ts'
import type { EndedSessions } from '../auth/revoked-sessions.ts'
import { type CachedAnswer, createCachedRead } from '../cache/cached-lookup.ts'
import { type Given, isAway } from '../cache/response-cache.ts'
import type { CachedAnswers } from '../cache/response-caches.ts'
import { createCachedSend, staleWarning } from '../cache/send-cached-response.ts'
import { entityTag, noneMatch } from '../http/etag.ts'
import { callerOf } from './call-context.ts'
import { sendCsv } from './csv-response.ts'
import { sendImage } from './image-response.ts'
import { callWithParts } from './multipart-call.ts'

export type OperationContext = {
  bus: Pick<Bus, 'forward' | 'images'>
  devices: Pick<Devices, 'authenticate'>
  sessions: EndedSessions
  answers: CachedAnswers
  log: Logger
  /** Headers of every answer of the API. */
  headers: Record<string, string>
  /** Whether other origins may call, whose headers are set on the reply. */
  cors: boolean
  /** While true each answer asks its connection to end. */
  draining: () => boolean
}

/** What an operation's route is made of; all of them fail with AppError. */
export type Judgement = {
  authenticate: (request: FastifyRequest) => Session | null
  read: (request: FastifyRequest) => string
  limit: ((request: FastifyRequest) => Promise<void>) | undefined
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const json = 'application/json; charset=utf-8'

/** One route of the contract. It is judged in this order: token, input, rate, not built, state. */
export function operationRoute(app: FastifyInstance, op: Operation, context: OperationContext, judge: Judgement): void {
  const { method, path } = route(op)
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: op.bodyLimit ?? defaultBodyLimit,
    config: { operation: op.name, ...(op.access === 'device' && { challenge: deviceChallenge }) },
    onRequest: op.access === 'device' ? deviceGuard(op, context.devices) : sessionGuard(judge),
    handler: op.cached && isBuilt(op) ? cachedHandler(op, context, judge) : handler(op, context, judge),
  })
}

/** Hands each call on to the owning service. */
function handler(op: Operation, context: OperationContext, judge: Judgement): Handler {
  const headers = { ...context.headers, 'content-type': json }
  const isTagged = honoursIfNoneMatch(op)
  const built = isBuilt(op)

  return async (request, reply) => {
    const input = judge.read(request)
    const caller = callerOf(op, request)
    if (judge.limit) await judge.limit(request)
    if (!built) throw new AppError('NOT_IMPLEMENTED')
    const answer = await ask(request, input, caller)
    reply.headers(headers)
    if (op.answer === 'csv') return sendCsv(op, input, answer, request, reply, context)
    if (op.answer === 'image') return sendImage(context.bus.images, request, reply, answer)
    if (isTagged || answer.etag !== undefined) {
      const tag = entityTag(answer)
      reply.header('etag', tag)
      if (isTagged && !noneMatch(request.headers['if-none-match'], tag)) {
        return reply.removeHeader('content-type').code(304).send()
      }
    }
    return reply.code(op.status ?? 200).send(answer.body)
  }

  async function ask(request: FastifyRequest, input: string, caller: Caller): Promise<Answer> {
    try {
      const answer = op.parts
        ? await callWithParts(op, input, request, context)
        : await context.bus.forward(op, input, caller)
      if (op.endsSession && request.session) context.sessions.end(request.session.sessionId)
      return answer
    } finally {
      // where it failed, too: a write whose answer was lost may have happened
      if (op.emits) context.answers.drop(op.emits)
    }
  }
}

/** Gives what the cache holds. What a token opens is asked for by each of those who bring one. */
function cachedHandler(op: Operation, context: OperationContext, judge: Judgement): Handler {
  const control = op.access === 'public' ? 'no-cache' : 'private, no-cache'
  const read = createCachedRead({
    op,
    cache: context.answers.of(op),
    read: judge.read,
    limit: judge.limit,
    forward: (input, request) => context.bus.forward(op, input, callerOf(op, request)),
  })
  const headers = { ...context.headers, 'cache-control': control, 'content-type': json }
  const send = createCachedSend({ headers, hooked: context.cors, draining: context.draining })
  if (op.answer !== 'image') return async (request, reply) => send(request, reply, await read.answer(request))
  const direct = handler(op, context, judge)

  function sendKept(request: FastifyRequest, reply: FastifyReply, { value, age }: Given<CachedAnswer>) {
    reply.headers(context.headers)
    if (age !== undefined) reply.headers({ age: String(age), warning: staleWarning })
    return sendImage(context.bus.images, request, reply, { body: Buffer.from(value.body, 'latin1') })
  }

  return async (request, reply) => {
    if (!request.session) return sendKept(request, reply, await read.answer(request))
    try {
      return await direct(request, reply)
    } catch (cause) {
      const given = isAway(cause) ? read.last(request) : undefined // kept for everybody, so also for who brings a token
      if (given) return sendKept(request, reply, given)
      throw cause
    }
  }
}

const sessionGuard = ({ authenticate }: Judgement) =>
  guard((request) => {
    request.session = authenticate(request)
  })
