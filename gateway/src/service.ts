import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { type Bus, openBus } from '@kingcar/bus'
import { ConfigError, listOf, type Process } from '@kingcar/runtime'
import { buildApp } from './app.ts'
import { openSessionUses } from './auth/report-session-use.ts'
import { createEndedSessions, followEndedSessions } from './auth/revoked-sessions.ts'
import { createCachedAnswers, followChanges } from './cache/response-caches.ts'
import type { Config } from './config.ts'
import { createDrain } from './http/drain.ts'
import type { Tls } from './http/server.ts'
import { openLiveHub } from './live/hub.ts'
import { createAccessLog, type Destination } from './telemetry/access-log.ts'
import { createNetworkMark } from './telemetry/network-pseudonym.ts'

/** Beside the package as installed; a bundle names the folder in DOCS_DIR. */
const docsBesidePackage = () =>
  join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static')

/** Both files or neither: half of them would serve in clear what was meant to be secret. */
function readTls({ TLS_CERT, TLS_KEY }: Config): Tls | undefined {
  if (TLS_CERT === undefined && TLS_KEY === undefined) return undefined
  if (TLS_CERT === undefined || TLS_KEY === undefined) throw new ConfigError('TLS_CERT and TLS_KEY go together')
  return { cert: readFileSync(TLS_CERT, 'utf8'), key: readFileSync(TLS_KEY, 'utf8') }
}

export type Gateway = AsyncDisposable & {
  /** Where it listens. */
  readonly url: string
}

/**
 * Opens the edge: bus, settings, ended sessions and live events first, then the port, so that the first request is
 * already judged by all that happened before. Disposing drains: not ready, every answer asks its connection to end,
 * then no new connections, sockets told to come back, what is in flight awaited, the bus last.
 */
export async function startGateway(
  config: Config,
  { log, health, stop }: Process,
  version: string,
  output: Destination,
): Promise<Gateway> {
  const tls = readTls(config)
  health.checks.set('bus', () => false) // until everything below is known, no request may come
  await using resources = new AsyncDisposableStack()
  const accessLog = resources.use(createAccessLog(output))
  const bus: Bus = resources.use(
    await openBus({
      url: config.NATS_URL,
      user: config.NATS_USER,
      password: config.NATS_PASSWORD,
      name: 'gateway',
      log,
      onClosed: () => stop('bus closed'),
    }),
  )
  const settings = await bus.watchSettings()
  const devices = await bus.watchDevices()
  await bus.answerSignIns(config.NATS_CALLOUT_SEED, devices) // beside recognition: one of us is always there
  const sessions = createEndedSessions(config.ACCESS_TOKEN_SECONDS)
  await followEndedSessions(bus, sessions, config.ACCESS_TOKEN_SECONDS, log)
  const answers = createCachedAnswers(config.CACHE_MILLISECONDS)
  await followChanges(bus, answers)
  const uses = resources.use(openSessionUses(bus, sessions, log))
  const hub = resources.use(
    await openLiveHub({ bus, sessions, log, metrics: health.metrics, mostSockets: config.LIVE_SOCKETS }),
  )

  let draining = false
  const app = await buildApp({
    bus,
    settings,
    devices,
    sessions,
    onSessionUse: uses.note,
    answers,
    hub,
    log,
    version,
    publicKey: config.JWT_PUBLIC_KEY,
    issuer: config.JWT_ISSUER,
    accessTokenSeconds: config.ACCESS_TOKEN_SECONDS,
    rateLimit: { perMinute: config.RATE_LIMIT, exemptLoopback: config.RATE_LIMIT_EXEMPT_LOOPBACK },
    origins: listOf(config.CORS_ORIGINS),
    trustProxy: listOf(config.TRUST_PROXY),
    ...(tls && { tls }),
    ...(config.CONSOLE_DIR && { consoleFolder: resolve(config.CONSOLE_DIR) }),
    docsFolder: config.DOCS_DIR ? resolve(config.DOCS_DIR) : docsBesidePackage(),
    observation: { metrics: health.metrics, accessLog, markOf: createNetworkMark() },
    local: config.LOCAL_ROUTES,
    simulator: config.PORTONE_SIMULATOR_URL,
    draining: () => draining,
  })
  resources.defer(() => app.close())
  const drain = createDrain(app.server)
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  log.info({ port: (app.server.address() as AddressInfo).port }, 'listening')

  health.checks.set('bus', () => bus.check())
  const opened = resources.move()
  return {
    url: tls ? address.replace(/^http:/, 'https:') : address,
    async [Symbol.asyncDispose]() {
      draining = true
      await drain.run(config.DRAIN_MILLISECONDS)
      await opened.disposeAsync()
    },
  }
}
