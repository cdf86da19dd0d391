import type { Answer, Bus, Caller, Devices } from '@kingcar/bus'
import { AppError, defaultBodyLimit, honoursIfNoneMatch, isBuilt, type Operation, route } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guard } from './access.ts'
import { callerOf } from './caller.ts'
import { sendCsv } from './csv-answer.ts'
import { deviceChallenge, deviceGuard } from './device-access.ts'
import { entityTag, noneMatch } from './etag.ts'
import { sendImage } from './image-answer.ts'
import type { LastAnswers } from './last-answers.ts'
import { callWithParts } from './multipart-call.ts'
import type { EndedSessions } from './sessions.ts'
import type { Session } from './tokens.ts'

export type OperationContext = {
  bus: Pick<Bus, 'forward' | 'images'>
  devices: Pick<Devices, 'authenticate'>
  sessions: EndedSessions
  lastAnswers: LastAnswers
  log: Logger
  /** Headers of every answer of the API. */
  headers: Record<string, string>
}

/** What an operation's route is made of; all of them fail with AppError. */
export type Judgement = {
  authenticate: (request: FastifyRequest) => Session | null
  read: (request: FastifyRequest) => string
  limit: ((request: FastifyRequest) => Promise<void>) | undefined
}

const json = 'application/json; charset=utf-8'

/** One route of the contract. It is judged in this order: token, input, rate, not built, state. */
export function operationRoute(app: FastifyInstance, op: Operation, context: OperationContext, judge: Judgement): void {
  const { method, path } = route(op)
  const headers = { ...context.headers, 'content-type': json, ...(op.cached ? { 'cache-control': 'no-cache' } : {}) }
  const isTagged = honoursIfNoneMatch(op)
  const built = isBuilt(op)

  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: op.bodyLimit ?? defaultBodyLimit,
    config: { operation: op.name, ...(op.access === 'device' && { challenge: deviceChallenge }) },
    onRequest: op.access === 'device' ? deviceGuard(op, context.devices) : sessionGuard(judge),
    handler: async (request, reply) => {
      const input = judge.read(request)
      const caller = callerOf(op, request)
      if (judge.limit) await judge.limit(request)
      if (!built) throw new AppError('NOT_IMPLEMENTED')
      const answer = op.parts ? await callWithParts(op, input, request, context) : await ask(input, caller, reply)
      if (op.endsSession && request.session) context.sessions.end(request.session.sessionId)
      return send(request, reply, answer, input)
    },
  })

  async function ask(input: string, caller: Caller, reply: FastifyReply): Promise<Answer> {
    try {
      const answer = await context.bus.forward(op, input, caller)
      if (op.cached) context.lastAnswers.keep(`${op.name} ${input}`, answer)
      return answer
    } catch (cause) {
      const last = op.cached && isAway(cause) ? context.lastAnswers.find(`${op.name} ${input}`) : undefined
      if (!last) throw cause
      reply.headers({ age: String(last.age), warning: '110 - "Response is Stale"' })
      return last.answer
    }
  }

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: Answer,
    input: string,
  ): FastifyReply | Promise<FastifyReply> {
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
}

const sessionGuard = ({ authenticate }: Judgement) =>
  guard((request) => {
    request.session = authenticate(request)
  })

const isAway = (cause: unknown) => cause instanceof AppError && cause.code === 'UNAVAILABLE'
