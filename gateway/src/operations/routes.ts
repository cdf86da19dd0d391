import multipart from '@fastify/multipart'
import type { Bus, Devices, Settings } from '@kingcar/bus'
import { contract, isPublished, type Operation } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import type { FastifyInstance } from 'fastify'
import { createTokenReader } from '../auth/access-tokens.ts'
import { createAccess } from '../auth/authorize.ts'
import type { SessionUse } from '../auth/report-session-use.ts'
import type { EndedSessions } from '../auth/revoked-sessions.ts'
import { keepSmall } from '../cache/object-cache.ts'
import type { CachedAnswers } from '../cache/response-caches.ts'
import { isEvent, multipartOptions, takeBareEvents } from '../http/multipart-body.ts'
import { createLimits, type RateLimit } from '../http/rate-limit.ts'
import { takeBodies } from '../http/request-body.ts'
import type { LiveHub } from '../live/hub.ts'
import { liveRoute } from '../live/route.ts'
import { createInputReader } from './input.ts'
import { type Judgement, operationRoute } from './operation-route.ts'

export type RouteOptions = {
  bus: Pick<Bus, 'forward' | 'images'>
  settings: Pick<Settings, 'get'>
  devices: Pick<Devices, 'authenticate'>
  sessions: EndedSessions
  onSessionUse: SessionUse
  answers: CachedAnswers
  hub: LiveHub
  log: Logger
  accessTokenSeconds: number
  rateLimit: RateLimit
  /** Origins that may call from a browser, besides the gateway's own. */
  origins: readonly string[]
  /** Whether the routes for developers exist. */
  local: boolean
  /** While true each answer asks its connection to end. */
  draining: () => boolean
}

/** Every route of the contract, each in the scope that reads its kind of body; anything else there is 415. */
export async function contractRoutes(
  app: FastifyInstance,
  options: RouteOptions & { version: string },
  verify: (token: string) => unknown,
  headers: Record<string, string>,
): Promise<void> {
  const { bus, settings, devices, sessions, answers, accessTokenSeconds, version, log } = options
  const readToken = createTokenReader({
    verify,
    accessTokenSeconds,
    sessions,
    onUse: options.onSessionUse,
  })
  const limits = await createLimits(app, options.rateLimit)
  const judge = (op: Operation): Judgement => ({
    authenticate: createAccess(op, readToken, settings),
    read: createInputReader(op),
    limit: limits(op),
  })
  const edge = { forward: bus.forward.bind(bus), images: keepSmall(bus.images) }
  const context = {
    bus: edge,
    devices,
    sessions,
    answers,
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
      else takeBodies(scope, kind === 'form')
      if (kind === 'event') takeBareEvents(scope)
      for (const op of forwarded) if (bodyOf(op) === kind) operationRoute(scope, op, context, judge(op))
      done()
    })
  }
  healthRoute(app, version, headers)
  app.register((scope, _options, done) => {
    liveRoute(scope, { ...options, ...judge(contract.gateway.openLive) })
    done()
  })
}

const bodyOf = (op: Operation) => (isEvent(op) ? 'event' : (op.body ?? 'json'))

/** Whether this process is up; asks nobody. */
function healthRoute(app: FastifyInstance, version: string, headers: Record<string, string>): void {
  const { getHealth } = contract.gateway
  const read = createInputReader(getHealth)
  const body = JSON.stringify({ success: true, result: { status: 'ok', version } })
  app.get('/api/health', { config: { operation: getHealth.name } }, (request, reply) => {
    read(request)
    return reply.headers(headers).type('application/json; charset=utf-8').send(body)
  })
}
