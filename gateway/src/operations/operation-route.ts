import type { Admins, BusObjects, BusRpc, BusStreams, Caller, Devices, Reply } from '@kingcar/bus'
import { defaultBodyLimit, honoursIfNoneMatch, type Operation, rolesFor, route } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Session } from '../auth/access-tokens.ts'
import { type CheckRights, requireRights } from '../auth/admin-rights.ts'
import { onRequestCheck } from '../auth/authorize.ts'
import { authenticateDevice, deviceChallenge } from '../auth/device-basic-auth.ts'
import type { NoteSighting } from '../auth/report-sightings.ts'
import type { RevokedSessions } from '../auth/revoked-sessions.ts'
import { type CachedResponse, createCachedLookup } from '../cache/cached-lookup.ts'
import { type CacheResult, isUnavailable } from '../cache/response-cache.ts'
import type { ResponseCaches } from '../cache/response-caches.ts'
import { createCachedResponseSender, staleWarning } from '../cache/send-cached-response.ts'
import { allowSilence } from '../http/allow-silence.ts'
import { entityTag, noneMatches } from '../http/etag.ts'
import { callContextOf } from './call-context.ts'
import { sendCsv } from './csv-response.ts'
import { sendImage } from './image-response.ts'
import { callWithMultipartBody } from './multipart-call.ts'
import { noteDevice } from './note-device.ts'

export type OperationContext = {
  bus: Pick<BusRpc, 'forward'> & Pick<BusStreams, 'storeRead'> & BusObjects
  devices: Pick<Devices, 'authenticate'>
  admins: Pick<Admins, 'find' | 'catchUp'>
  noteSighting: NoteSighting
  revokedSessions: RevokedSessions
  requireFreshRevocations: onRequestHookHandler
  caches: ResponseCaches
  log: Logger
  /** Headers of every API response. */
  headers: Record<string, string>
  /** True if CORS is enabled, whose hook sets headers on the reply. */
  cors: boolean
  /** While true, each response carries `Connection: close`. */
  draining: () => boolean
}

/** The checks of one operation before its call; all throw AppError. */
export type RequestGuards = {
  authenticate: (request: FastifyRequest) => Session | null
  checkRights: CheckRights
  readInput: (request: FastifyRequest) => string
  checkRateLimit: ((request: FastifyRequest) => Promise<void>) | undefined
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const json = 'application/json; charset=utf-8'

/**
 * Registers one operation of the contract. Checks in this order: token, rights, input, rate limit, state.
 * @param handler of an operation that the gateway serves itself
 */
export function operationRoute(
  app: FastifyInstance,
  op: Operation,
  context: OperationContext,
  guards: RequestGuards,
  handler = op.cached ? cachedHandler(op, context, guards) : forwardingHandler(op, context, guards),
): void {
  const { method, path } = route(op)
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: op.bodyLimit ?? defaultBodyLimit,
    config: {
      operation: op.name,
      ...(op.proof === 'signature' && { signed: true }),
      ...(op.access === 'device' && { challenge: deviceChallenge }),
    },
    onRequest: [
      ...(needsFreshRevocations(op) ? [context.requireFreshRevocations] : []),
      op.access === 'device' ? authenticateDevice(op, context.devices) : authenticateSession(guards),
      ...(rolesFor[op.access].includes('admin') ? [requireRights(guards.checkRights, context.admins)] : []),
    ],
    ...(op.access === 'device' && { onResponse: noteDevice(context.noteSighting) }),
    handler,
  })
}

/** Forwards each call to the owning service. */
function forwardingHandler(op: Operation, context: OperationContext, guards: RequestGuards): Handler {
  const headers = { ...context.headers, 'content-type': json }
  const isTagged = honoursIfNoneMatch(op)

  return async (request, reply) => {
    const input = guards.readInput(request)
    const caller = callContextOf(op, request)
    if (op.timeoutSeconds !== undefined) allowSilence(request, op.timeoutSeconds)
    if (guards.checkRateLimit) await guards.checkRateLimit(request)
    const serviceReply = await call(request, input, caller)
    reply.headers(headers)
    if (op.response === 'csv')
      return sendCsv(op, input, serviceReply, request, reply, { ...context, checkRights: guards.checkRights })
    if (op.response === 'image') return sendImage(context.bus.images, request, reply, serviceReply)
    if (isTagged || serviceReply.etag !== undefined) {
      const tag = entityTag(serviceReply)
      reply.header('etag', tag)
      if (isTagged && !noneMatches(request.headers['if-none-match'], tag)) {
        return reply.removeHeader('content-type').code(304).send()
      }
    }
    return reply.code(op.status ?? 200).send(serviceReply.body)
  }

  async function call(request: FastifyRequest, input: string, caller: Caller): Promise<Reply> {
    try {
      const serviceReply = op.parts
        ? await callWithMultipartBody(op, input, request, context)
        : await context.bus.forward(op, input, caller)
      if (op.endsSession && request.session) context.revokedSessions.revoke(request.session.sessionId)
      return serviceReply
    } finally {
      // also after an error: a write whose reply was lost may have been committed
      if (op.emits) context.caches.invalidate(op.emits)
    }
  }
}

/**
 * Responds from the cache. An image requested with a token is always requested from the service, because access depends
 * on the caller.
 */
function cachedHandler(op: Operation, context: OperationContext, guards: RequestGuards): Handler {
  const control = op.access === 'public' ? 'no-cache' : 'private, no-cache'
  const lookup = createCachedLookup({
    op,
    cache: context.caches.of(op),
    readInput: guards.readInput,
    checkRateLimit: guards.checkRateLimit,
    forward: (input, request) => context.bus.forward(op, input, callContextOf(op, request)),
  })
  const headers = { ...context.headers, 'cache-control': control, 'content-type': json }
  const send = createCachedResponseSender({ headers, includeReplyHeaders: context.cors, draining: context.draining })
  if (op.response !== 'image') return async (request, reply) => send(request, reply, await lookup.get(request))
  const forward = forwardingHandler(op, context, guards)

  function sendCachedImage(request: FastifyRequest, reply: FastifyReply, { value, age }: CacheResult<CachedResponse>) {
    reply.headers(context.headers)
    if (age !== undefined) reply.headers({ age: String(age), warning: staleWarning })
    return sendImage(context.bus.images, request, reply, { body: Buffer.from(value.body, 'latin1') })
  }

  return async (request, reply) => {
    if (!request.session) return sendCachedImage(request, reply, await lookup.get(request))
    try {
      return await forward(request, reply)
    } catch (cause) {
      const stale = isUnavailable(cause) ? lookup.getStale(request) : undefined // cached images are public
      if (stale) return sendCachedImage(request, reply, stale)
      throw cause
    }
  }
}

/** Cached responses are the same for every caller, and are also sent while nats-server is unreachable. */
const needsFreshRevocations = (op: Operation) => op.access !== 'public' && !op.cached

const authenticateSession = ({ authenticate }: RequestGuards) =>
  onRequestCheck((request) => {
    request.session = authenticate(request)
  })
