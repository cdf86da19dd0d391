import cors from '@fastify/cors'
import jwt from '@fastify/jwt'
import { AppError, roles, statusOf } from '@kingcar/contract'
import { isTracing, keysFor, type Logger, readTokenKeys, type TokenKey } from '@kingcar/runtime'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { onRequestCheck } from './auth/authorize.ts'
import { simulatorRoutes } from './dev/simulator-proxy.ts'
import { referenceRoutes } from './docs/reference.ts'
import { errorEnvelope, errorHeaders, toAppError } from './http/error-response.ts'
import { languageOf } from './http/language.ts'
import { rejectAmbiguousRequest } from './http/reject-ambiguous-request.ts'
import { isWorthReading } from './http/request-body.ts'
import { requestIdOf } from './http/request-id.ts'
import { createSecurityHeaders, type SecurityHeaders } from './http/security-headers.ts'
import { createClientErrorHandler, createHttpServer, type HttpServer, type Tls } from './http/server.ts'
import { livePath } from './live/route.ts'
import { contractRoutes, type RouteOptions } from './operations/routes.ts'
import { decorateRequests } from './request-state.ts'
import { consoleRoutes, isConsolePage, sendConsolePage } from './static/console-files.ts'
import { type RequestRecorders, recordRequests } from './telemetry/request-metrics.ts'
import { traceRequests } from './telemetry/trace-requests.ts'

export type AppOptions = RouteOptions & {
  version: string
  /** PEM, Ed25519. */
  publicKey: string
  issuer: string
  /** Addresses and CIDR ranges of the proxies whose X-Forwarded-* headers are trusted. */
  trustProxy: readonly string[]
  tls?: Tls
  /** Folder of the built console. */
  consoleFolder?: string
  /** Folder of the static files of swagger-ui. */
  docsFolder: string
  recorders: RequestRecorders
  /** URL of the payment simulator, which developers reach through the gateway. */
  simulator?: string | undefined
}

export type GatewayApp = FastifyInstance<HttpServer>

/** Longer than any id, so that the schema rejects a malformed one. The header limit bounds it. */
const maxParameterLength = 16 * 1024

/** Builds the gateway's HTTP app without listening: contract routes, live socket, API reference, console. */
export async function buildApp(options: AppOptions): Promise<GatewayApp> {
  const { log, tls, recorders } = options
  const { accessLog, pseudonymOf } = recorders
  const securityHeaders = await createSecurityHeaders(tls !== undefined)
  const sendError = createErrorHandler(log, securityHeaders)
  const app = Fastify({
    serverFactory: (handler) => createHttpServer(handler, { upgradePath: livePath, tls }),
    clientErrorHandler: createClientErrorHandler(securityHeaders.api, (code, requestId, address) =>
      accessLog.write('malformed', requestId, statusOf(code), 0, { code, from: pseudonymOf(address) }),
    ),
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    genReqId: requestIdOf,
    trustProxy: options.trustProxy.length > 0 && [...options.trustProxy],
    routerOptions: { maxParamLength: maxParameterLength },
    return503OnClosing: false,
  })
  app.removeAllContentTypeParsers()
  decorateRequests(app)
  app.setErrorHandler<FastifyError>((error, request, reply) => sendError(error, request, reply))
  if (isTracing()) traceRequests(app)
  recordRequests(app, recorders)
  app.addHook('onRequest', rejectAmbiguousRequest)
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    if (options.draining()) reply.header('connection', 'close')
    else if (reply.statusCode === 413 && isWorthReading(request.raw)) {
      reply.removeHeader('connection')
      request.raw.resume() // its reader, such as the parser of an upload, may have stopped
    }
    done()
  })
  if (options.origins.length > 0) {
    app.addHook('onRequest', onRequestCheck(rejectNonPreflight))
    app.addHook('onRequest', ({ method }, reply, done) => {
      if (method === 'OPTIONS') reply.headers(securityHeaders.api) // the CORS plugin below sends the response
      done()
    })
    await app.register(cors, corsOptions(options.origins))
  }
  const keys = readTokenKeys(options.publicKey, 'JWT_PUBLIC_KEY')
  await app.register(jwt, {
    secret: { public: keys[0].publicPem },
    verify: {
      algorithms: ['EdDSA'],
      allowedIss: options.issuer,
      allowedAud: [...roles],
      requiredClaims: ['iss', 'aud', 'sub', 'role', 'sid', 'iat', 'exp'],
      checkTyp: 'jwt',
      ignoreExpiration: true, // checked last, so that only an otherwise valid token gets TOKEN_EXPIRED
    },
  })
  const verify = (token: string) => verifyWithAny(app, keys, token)
  await contractRoutes(app, options, verify, securityHeaders.api)
  if (options.local && options.simulator !== undefined) await simulatorRoutes(app, options.simulator)
  await referenceRoutes(app, { version: options.version, folder: options.docsFolder, headers: securityHeaders.page })
  const folder = options.consoleFolder
  if (folder !== undefined) await consoleRoutes(app, { folder, headers: securityHeaders.page })
  app.setNotFoundHandler((request, reply) =>
    folder !== undefined && isConsolePage(request)
      ? sendConsolePage(reply)
      : sendError(new AppError('NOT_FOUND'), request, reply),
  )
  return app as unknown as GatewayApp
}

/**
 * Verifies a token with each configured key that can have signed it and returns its claims.
 * @throws when no key fits
 */
function verifyWithAny(app: FastifyInstance, keys: readonly TokenKey[], token: string): unknown {
  let fault: unknown
  for (const { publicPem } of keysFor(token, keys)) {
    try {
      return app.jwt.verify(token, { key: publicPem })
    } catch (error) {
      fault = error
    }
  }
  throw fault
}

/** Only a CORS preflight is a valid `OPTIONS` request; any other one gets NOT_FOUND, as an unknown method does. */
function rejectNonPreflight({ method, headers }: FastifyRequest): void {
  const isPreflight = headers.origin !== undefined && headers['access-control-request-method'] !== undefined
  if (method === 'OPTIONS' && !isPreflight) throw new AppError('NOT_FOUND')
}

/** Exact origins, no credentials: the token is not a cookie, so a browser sends nothing by itself. */
function corsOptions(origins: readonly string[]) {
  return {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Accept-Language',
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'X-Reason',
      'X-Request-Id',
    ],
    exposedHeaders: ['Age', 'Content-Disposition', 'Date', 'ETag', 'Retry-After', 'Warning', 'X-Request-Id'],
    maxAge: 600,
  }
}

/**
 * Returns the function that turns every error into a response. An unexpected error is logged in full, and the client gets
 * INTERNAL without details.
 */
function createErrorHandler(log: Logger, securityHeaders: SecurityHeaders) {
  return (cause: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const failure = toAppError(cause)
    const error = failure.code === 'UNAUTHENTICATED' ? (request.tokenError ?? failure) : failure
    if (error.code === 'INTERNAL') {
      log.error(
        { err: error.cause ?? error, requestId: request.id, operation: request.routeOptions?.config?.operation },
        'request failed',
      )
    }
    request.errorCode = error.code
    request.errorPath = error.details?.[0]?.path ?? null
    const language = languageOf(request.headers['accept-language'])
    const challenge = request.routeOptions?.config?.challenge
    return reply
      .code(statusOf(error.code))
      .headers(securityHeaders.api)
      .headers(errorHeaders(error, language, challenge))
      .header('x-request-id', request.id) // no hook runs for a path that cannot be decoded
      .type('application/json; charset=utf-8')
      .send(errorEnvelope(error, language, request.id))
  }
}
