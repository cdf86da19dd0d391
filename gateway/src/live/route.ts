import websocket from '@fastify/websocket'
import type { Admins, Settings } from '@kingcar/bus'
import { AppError, isOfOwnStore, liveProtocol } from '@kingcar/contract'
import type { Logger } from '@kingcar/runtime'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Session } from '../auth/access-tokens.ts'
import { type CheckRights, requireRights } from '../auth/admin-rights.ts'
import { onRequestCheck } from '../auth/authorize.ts'
import { createView } from './frame-batches.ts'
import type { LiveHub, NewViewer } from './hub.ts'

export const livePath = '/admin/api/live'
/** `ping` is the only message with a meaning. */
const maxMessageBytes = 1_024

export type LiveRouteOptions = {
  requireFreshRevocations: onRequestHookHandler
  admins: Pick<Admins, 'find' | 'catchUp'>
  checkRights: CheckRights
  hub: LiveHub
  settings: Pick<Settings, 'get'>
  /** Origins, besides the gateway's own, whose pages may open sockets. */
  origins: readonly string[]
  /** Returns the session. @throws UNAUTHENTICATED, TOKEN_EXPIRED or FORBIDDEN */
  authenticate: (request: FastifyRequest) => Session | null
  /** Returns the operation's input as JSON text. @throws VALIDATION_FAILED */
  readInput: (request: FastifyRequest) => string
  checkRateLimit: ((request: FastifyRequest) => Promise<void>) | undefined
  log: Logger
}

type Input = { storeId?: string; mask?: boolean; after?: number; version?: string; replaceOldest?: boolean }
/** A viewer, and whether it takes the place of the oldest socket of its session. */
type Requested = { viewer: NewViewer; replaceOldest: boolean }

/** True for the gateway's own origin, a configured one, or no origin (not a browser). */
function isAllowedOrigin(request: FastifyRequest, origins: readonly string[]): boolean {
  const { origin } = request.headers
  if (origin === undefined || origins.includes(origin)) return true
  return URL.canParse(origin) && new URL(origin).host === request.host
}

/**
 * The stores whose visits the viewer gets, undefined for all: a screen only its own one, an administrator any or all of their stores.
 * @param storeId the only requested store
 * @throws FORBIDDEN for another store
 */
function visibleStoresOf(
  { session, rights }: FastifyRequest,
  storeId: string | undefined,
): readonly string[] | undefined {
  const own = session?.role === 'screen' ? session.storeId && [session.storeId] : rights?.storeIds
  if (own === undefined || own === '' || !isOfOwnStore({ storeIds: own }, { storeId })) throw new AppError('FORBIDDEN')
  return storeId === undefined ? (own ?? undefined) : [storeId]
}

const upgradeRequired = () =>
  new AppError('VALIDATION_FAILED', {
    details: [{ path: 'Upgrade', ko: 'WebSocket으로 연결해 주세요.', en: 'Must be a WebSocket handshake.' }],
  })

/** Checks everything before the upgrade, so that a rejection is an ordinary HTTP error response. */
export function liveRoute(app: FastifyInstance, options: LiveRouteOptions): void {
  const { hub, settings, origins, requireFreshRevocations, admins, log } = options
  const { authenticate, checkRights, readInput, checkRateLimit } = options

  app.register(websocket, {
    options: {
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
      clientTracking: false,
      handleProtocols: (offered: Set<string>) => offered.has(liveProtocol) && liveProtocol,
    },
    // Runs before the server waits for its connections to close.
    preClose: () => hub[Symbol.asyncDispose](),
    errorHandler: (err, socket, request) => {
      log.warn({ err, requestId: request.id }, 'live socket failed')
      socket.terminate()
    },
  })

  const requestedBy = (request: FastifyRequest): Requested => {
    const { storeId, mask = false, after, version, replaceOldest = false } = JSON.parse(readInput(request)) as Input
    const session = request.session as Session
    const stores = visibleStoresOf(request, storeId)
    const [plain, masked] = [createView(stores, mask), createView(stores, true)]
    const isScreen = session.role === 'screen'
    const view = () => (isScreen && settings.get('recognition.maskName') ? masked : plain)
    return { viewer: { session, rights: request.rights, view, after, version }, replaceOldest }
  }
  const viewers = new WeakMap<FastifyRequest, NewViewer>()

  app.after(() =>
    app.route({
      method: 'GET',
      url: livePath,
      exposeHeadRoute: false,
      config: { operation: 'openLive' },
      onRequest: [
        requireFreshRevocations,
        onRequestCheck((request) => {
          request.session = authenticate(request)
          if (!isAllowedOrigin(request, origins)) throw new AppError('FORBIDDEN')
        }),
        requireRights(checkRights, admins),
      ],
      preHandler: async (request) => {
        const { viewer, replaceOldest } = requestedBy(request)
        await checkRateLimit?.(request)
        // A plain request returns why a handshake would be refused, because a browser cannot see the response to a
        // handshake.
        hub.admit(viewer.session, request.ws && replaceOldest)
        viewers.set(request, viewer)
      },
      handler: () => Promise.reject(upgradeRequired()),
      wsHandler: (socket, request) => {
        const viewer = viewers.get(request)
        if (viewer) hub.open(socket, request.raw.socket, viewer)
      },
    }),
  )
}
