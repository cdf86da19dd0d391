import multipart from '@fastify/multipart'
import type { Admins, Bus, Devices, Settings } from '@kingcar/bus'
import { apiKeyPrefix, contract, isPublished, type Operation } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { adapters } from '../adapter/adapters.ts'
import { createTokenVerifier, type SessionOf } from '../auth/access-tokens.ts'
import { createRightsCheck } from '../auth/admin-rights.ts'
import { createApiKeyVerifier } from '../auth/api-keys.ts'
import { createAuthorizer } from '../auth/authorize.ts'
import type { ReportApiKeyUse } from '../auth/report-api-key-use.ts'
import type { ReportSessionUse } from '../auth/report-session-use.ts'
import type { NoteSighting } from '../auth/report-sightings.ts'
import type { RevokedSessions } from '../auth/revoked-sessions.ts'
import { cacheSmallObjects } from '../cache/object-cache.ts'
import type { ResponseCaches } from '../cache/response-caches.ts'
import { acceptPlainEvents, isVendorEvent, multipartOptions } from '../http/multipart-body.ts'
import { createRateLimits, type RateLimit } from '../http/rate-limit.ts'
import { registerBodyParsers } from '../http/request-body.ts'
import type { LiveHub } from '../live/hub.ts'
import { liveRoute } from '../live/route.ts'
import { composedHandler, composedOperations } from './composed-operation.ts'
import { createInputReader } from './input.ts'
import { operationRoute, type RequestGuards } from './operation-route.ts'
import { vendorEventHandler } from './vendor-events.ts'

export type RouteOptions = {
  bus: Pick<Bus, 'forward' | 'images' | 'storeRead'>
  settings: Pick<Settings, 'get'>
  devices: Pick<Devices, 'authenticate'>
  admins: Pick<Admins, 'find' | 'catchUp'>
  revokedSessions: RevokedSessions
  reportSessionUse: ReportSessionUse
  reportApiKeyUse: ReportApiKeyUse
  /** Rejects a request while this gateway may not know the newest revocations. */
  requireFreshRevocations: onRequestHookHandler
  noteSighting: NoteSighting
  caches: ResponseCaches
  hub: LiveHub
  log: Logger
  accessTokenSeconds: number
  rateLimit: RateLimit
  /** Origins, besides the gateway's own, whose pages may call the API. */
  origins: readonly string[]
  /** Enables the routes for developers. */
  local: boolean
  /** While true, each response carries `Connection: close`. */
  draining: () => boolean
}

/**
 * Registers every route of the contract, each in the scope that accepts its kind of body; any other type there is 415.
 */
export async function contractRoutes(
  app: FastifyInstance,
  options: RouteOptions & { version: string },
  verifyJwt: (token: string) => unknown,
  headers: Record<string, string>,
): Promise<void> {
  const { bus, settings, devices, admins, revokedSessions, caches, accessTokenSeconds, version, log } = options
  const verifyToken = createTokenVerifier({
    verifyJwt,
    accessTokenSeconds,
    revokedSessions,
    onFirstUse: options.reportSessionUse,
  })
  const verifyKey = createApiKeyVerifier(admins, options.reportApiKeyUse)
  const sessionOf: SessionOf = (token, acceptsExpired) =>
    token.startsWith(apiKeyPrefix) ? verifyKey(token) : verifyToken(token, acceptsExpired)
  const limits = await createRateLimits(app, options.rateLimit)
  const guardsFor = (op: Operation): RequestGuards => ({
    authenticate: createAuthorizer(op, sessionOf, settings),
    checkRights: createRightsCheck(op, admins, settings),
    readInput: createInputReader(op),
    checkRateLimit: limits(op),
  })
  const edge = {
    forward: bus.forward.bind(bus),
    storeRead: bus.storeRead.bind(bus),
    images: cacheSmallObjects(bus.images),
  }
  const context = {
    bus: edge,
    devices,
    admins,
    noteSighting: options.noteSighting,
    revokedSessions,
    requireFreshRevocations: options.requireFreshRevocations,
    caches,
    log,
    headers,
    cors: options.origins.length > 0,
    draining: options.draining,
  }
  const operations = Object.values(contract).flatMap((service) => Object.values<Operation>(service))
  const forwarded = operations.filter((op) => op.service !== 'gateway' && (options.local || isPublished(op)))

  for (const kind of ['json', 'form', 'multipart', 'event'] as const) {
    app.register((scope, _options, done) => {
      if (kind === 'multipart' || kind === 'event') scope.register(multipart, multipartOptions)
      else registerBodyParsers(scope, kind === 'form')
      if (kind === 'event') acceptPlainEvents(scope)
      for (const op of forwarded) if (bodyKindOf(op) === kind) operationRoute(scope, op, context, guardsFor(op))
      for (const adapter of adapters) {
        const { op } = adapter
        const guards = guardsFor(op)
        if (bodyKindOf(op) === kind)
          operationRoute(scope, op, context, guards, vendorEventHandler(adapter, context, guards))
      }
      for (const composed of composedOperations) {
        const { op } = composed
        const guards = guardsFor(op)
        if (bodyKindOf(op) === kind)
          operationRoute(scope, op, context, guards, composedHandler(composed, context, guards))
      }
      done()
    })
  }
  healthRoute(app, version, headers)
  app.register((scope, _options, done) => {
    liveRoute(scope, { ...options, ...guardsFor(contract.gateway.openLive) })
    done()
  })
}

const bodyKindOf = (op: Operation) => (isVendorEvent(op) ? 'event' : (op.body ?? 'json'))

/** Liveness of this process; calls no service. */
function healthRoute(app: FastifyInstance, version: string, headers: Record<string, string>): void {
  const { getHealth } = contract.gateway
  const read = createInputReader(getHealth)
  const body = JSON.stringify({ success: true, result: { status: 'ok', version } })
  app.get('/api/health', { config: { operation: getHealth.name } }, (request, reply) => {
    read(request)
    return reply.headers(headers).type('application/json; charset=utf-8').send(body)
  })
}
