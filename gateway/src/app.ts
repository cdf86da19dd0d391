import cors from '@fastify/cors'
import jwt from '@fastify/jwt'
import { AppError, roles, statusOf } from '@kingcar/contract'
import { isTracing, keysFor, type Logger, readTokenKeys, type TokenKey } from '@kingcar/runtime'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { guard } from './auth/authorize.ts'
import { simulatorRoutes } from './dev/simulator-proxy.ts'
import { reference } from './docs/reference.ts'
import { failureEnvelope, failureHeaders, toAppError } from './http/error-response.ts'
import { languageOf } from './http/language.ts'
import { refuseUnclear } from './http/reject-ambiguous-request.ts'
import { requestIdOf } from './http/request-id.ts'
import { type HeaderBlocks, headerBlocks } from './http/security-headers.ts'
import { createConnectionRefusal, createHttpServer, type HttpServer, type Tls } from './http/server.ts'
import { livePath } from './live/route.ts'
import { contractRoutes, type RouteOptions } from './operations/routes.ts'
import { decorateRequests } from './request-state.ts'
import { consoleFiles, isPage, sendPage } from './static/console-files.ts'
import { type Observation, observe } from './telemetry/request-metrics.ts'
import { traceRequests } from './telemetry/trace-requests.ts'

export type AppOptions = RouteOptions & {
  version: string
  /** PEM, Ed25519. */
  publicKey: string
  issuer: string
  /** Addresses and CIDR ranges of proxies. */
  trustProxy: readonly string[]
  tls?: Tls
  /** The console's build. */
  consoleFolder?: string
  /** The static files of swagger-ui. */
  docsFolder: string
  observation: Observation
  /** Where the simulator of the provider of payments listens; developers reach it through the gateway. */
  simulator?: string | undefined
}

export type GatewayApp = FastifyInstance<HttpServer>

/** Longer than any id, so that a malformed one is judged by its schema. The header limit bounds it. */
const longestParameter = 16 * 1024

/** Builds the edge without listening: every route of the contract, the live socket, the reference, the console. */
export async function buildApp(options: AppOptions): Promise<GatewayApp> {
  const { log, tls, observation } = options
  const { accessLog, markOf } = observation
  const blocks = await headerBlocks(tls !== undefined)
  const fail = createFail(log, blocks)
  const app = Fastify({
    serverFactory: (handler) => createHttpServer(handler, { upgradePath: livePath, tls }),
    clientErrorHandler: createConnectionRefusal(blocks.api, (code, requestId, address) =>
      accessLog.write('malformed', requestId, statusOf(code), 0, { code, from: markOf(address) }),
    ),
    frameworkErrors: (error, request, reply) => void fail(error, request, reply),
    genReqId: requestIdOf,
    trustProxy: options.trustProxy.length > 0 && [...options.trustProxy],
    routerOptions: { maxParamLength: longestParameter },
    return503OnClosing: false,
  })
  app.removeAllContentTypeParsers()
  decorateRequests(app)
  app.setErrorHandler<FastifyError>((error, request, reply) => fail(error, request, reply))
  if (isTracing()) traceRequests(app)
  observe(app, observation)
  app.addHook('onRequest', refuseUnclear)
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    if (options.draining()) reply.header('connection', 'close')
    done()
  })
  if (options.origins.length > 0) {
    app.addHook('onRequest', guard(refuseStrayOptions))
    app.addHook('onRequest', ({ method }, reply, done) => {
      if (method === 'OPTIONS') reply.headers(blocks.api) // answered by the plugin below
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
      ignoreExpiration: true, // judged last, so that only a good token is told to be over
    },
  })
  const verify = (token: string) => verifyWith(app, keys, token)
  await contractRoutes(app, options, verify, blocks.api)
  if (options.local && options.simulator !== undefined) await simulatorRoutes(app, options.simulator)
  await reference(app, { version: options.version, folder: options.docsFolder, headers: blocks.page })
  const folder = options.consoleFolder
  if (folder !== undefined) await consoleFiles(app, { folder, headers: blocks.page })
  app.setNotFoundHandler((request, reply) =>
    folder !== undefined && isPage(request) ? sendPage(reply) : fail(new AppError('NOT_FOUND'), request, reply),
  )
  return app as unknown as GatewayApp
}

/** The claims of a token of one of our keys. @throws where no key has signed it so */
function verifyWith(app: FastifyInstance, keys: readonly TokenKey[], token: string): unknown {
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

/** `OPTIONS` is a browser's question before a call from another origin; without its headers it is a method of no path. */
function refuseStrayOptions({ method, headers }: FastifyRequest): void {
  const asks = headers.origin !== undefined && headers['access-control-request-method'] !== undefined
  if (method === 'OPTIONS' && !asks) throw new AppError('NOT_FOUND')
}

/** Exact origins; the token is no cookie, so nothing is sent by itself. */
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
      'X-Request-Id',
    ],
    exposedHeaders: ['Age', 'Content-Disposition', 'Date', 'ETag', 'Retry-After', 'Warning', 'X-Request-Id'],
    maxAge: 600,
  }
}

/** Makes the one place where a failure becomes an answer. What is unknown is logged whole here and silent outside. */
function createFail(log: Logger, blocks: HeaderBlocks) {
  return (cause: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const failure = toAppError(cause)
    const error = failure.code === 'UNAUTHENTICATED' ? (request.tokenFault ?? failure) : failure
    if (error.code === 'INTERNAL') {
      log.error(
        { err: error.cause ?? error, requestId: request.id, operation: request.routeOptions?.config?.operation },
        'failed',
      )
    }
    request.refusedFor = error.code
    const language = languageOf(request.headers['accept-language'])
    const challenge = request.routeOptions?.config?.challenge
    return reply
      .code(statusOf(error.code))
      .headers(blocks.api)
      .headers(failureHeaders(error, language, challenge))
      .header('x-request-id', request.id) // here, too: a path that cannot be decoded is answered before any hook
      .type('application/json; charset=utf-8')
      .send(failureEnvelope(error, language, request.id))
  }
}
