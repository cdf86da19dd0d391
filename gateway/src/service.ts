import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { type Bus, openBus } from '@kingcar/bus'
import { ConfigError, listOf, type Process } from '@kingcar/runtime'
import { Gauge, type Registry } from 'prom-client'
import { buildApp } from './app.ts'
import { createApiKeyUseReporter } from './auth/report-api-key-use.ts'
import { openSessionUseReporter } from './auth/report-session-use.ts'
import { openSightingReporter } from './auth/report-sightings.ts'
import { watchRevocationFreshness } from './auth/revocation-freshness.ts'
import { createRevokedSessions, followRevokedSessions } from './auth/revoked-sessions.ts'
import { createResponseCaches, invalidateOnEvents } from './cache/response-caches.ts'
import type { Config } from './config.ts'
import { createDrain } from './http/drain.ts'
import type { Tls } from './http/server.ts'
import { openLiveHub } from './live/hub.ts'
import { createAccessLog, type LogOutput } from './telemetry/access-log.ts'
import { createNetworkPseudonym } from './telemetry/network-pseudonym.ts'

/** The static files in the installed swagger-ui package; a bundle has no packages and sets DOCS_DIR. */
const installedDocsFolder = () =>
  join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static')

/** Reads both files or neither: with one of them the gateway would serve plain HTTP although TLS was intended. */
function readTls({ TLS_CERT, TLS_KEY }: Config): Tls | undefined {
  if (TLS_CERT === undefined && TLS_KEY === undefined) return undefined
  if (TLS_CERT === undefined || TLS_KEY === undefined)
    throw new ConfigError('TLS needs both TLS_CERT and TLS_KEY, or neither')
  return { cert: readFileSync(TLS_CERT, 'utf8'), key: readFileSync(TLS_KEY, 'utf8') }
}

function exposeExpiry({ cert }: Tls, metrics: Registry): void {
  new Gauge({
    name: 'kingcar_certificate_expiry_timestamp_seconds',
    help: 'Unix time at which the certificate that a server presents expires; omitted without TLS',
    labelNames: ['server'],
    registers: [metrics],
  }).set({ server: 'gateway' }, Date.parse(new X509Certificate(cert).validTo) / 1_000)
}

export type Gateway = AsyncDisposable & {
  /** The URL at which it listens. */
  readonly url: string
}

/**
 * Starts the gateway: bus, settings, revoked sessions and live events first, then the port, so that the first request
 * already sees every earlier change. Disposing drains: readiness fails, responses close their connections, the port
 * closes, live sockets get close code 1012, in-flight calls finish, and the bus closes last.
 */
export async function startGateway(
  config: Config,
  { log, health, stop }: Process,
  version: string,
  output: LogOutput,
): Promise<Gateway> {
  const tls = readTls(config)
  if (tls) exposeExpiry(tls, health.metrics)
  health.checks.set('bus', () => false) // not ready until everything below is loaded
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
  const admins = await bus.watchAdmins()
  await bus.answerAuthCallouts(config.NATS_CALLOUT_SEED, devices) // the recognition service replies too, so that at least one of them is available
  await bus.ingestReads() // as recognition does
  const revokedSessions = createRevokedSessions(config.ACCESS_TOKEN_SECONDS)
  const isCurrent = await followRevokedSessions(bus, revokedSessions, config.ACCESS_TOKEN_SECONDS, log)
  const freshness = resources.use(
    watchRevocationFreshness(bus, () => isCurrent() && devices.isCurrent() && admins.isCurrent()),
  )
  const caches = createResponseCaches(config.CACHE_MILLISECONDS)
  await invalidateOnEvents(bus, caches)
  const sessionUses = resources.use(openSessionUseReporter(bus, revokedSessions, log))
  const sightings = resources.use(openSightingReporter(bus, log))
  const hub = resources.use(
    await openLiveHub({
      ...{ bus, revokedSessions, admins, settings, log },
      metrics: health.metrics,
      maxSockets: config.LIVE_SOCKETS,
    }),
  )

  let draining = false
  const app = await buildApp({
    bus,
    settings,
    devices,
    admins,
    revokedSessions,
    requireFreshRevocations: freshness.guard,
    reportSessionUse: sessionUses.report,
    reportApiKeyUse: createApiKeyUseReporter(bus, log),
    noteSighting: sightings.note,
    caches,
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
    docsFolder: config.DOCS_DIR ? resolve(config.DOCS_DIR) : installedDocsFolder(),
    recorders: { metrics: health.metrics, accessLog, pseudonymOf: createNetworkPseudonym() },
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
