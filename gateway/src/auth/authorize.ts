import type { Settings } from '@kingcar/bus'
import { AppError, liveTokenPrefix, type Operation, rolesFor } from '@kingcar/contract'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Session, SessionOf } from './access-tokens.ts'

/** An onRequest hook that rejects the request when the check throws, before its body is read. */
export function onRequestCheck(check: (request: FastifyRequest) => void): onRequestHookHandler {
  return (request, _reply, done) => {
    let fault: AppError | undefined
    try {
      check(request)
    } catch (err) {
      fault = AppError.from(err)
    }
    done(fault)
  }
}

type Headers = Pick<FastifyRequest, 'headers'>
/**
 * The authorizer writes `tokenError` for a token that may be needed later, and `session` before it throws FORBIDDEN.
 */
type AuthorizableRequest = Headers & { tokenError?: AppError | null; session?: Session | null }

function bearerTokenOf({ headers }: Headers): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(headers.authorization ?? '')?.[1]
}

/** A browser cannot set headers on a WebSocket, so the client offers its token as a subprotocol. */
function subprotocolTokenOf({ headers }: Headers): string | undefined {
  const offers = headers['sec-websocket-protocol']?.split(',', 8).map((offer) => offer.trim()) ?? []
  return offers.find((offer) => offer.startsWith(liveTokenPrefix))?.slice(liveTokenPrefix.length)
}

/**
 * Returns a function that gives the session of a request, or null if the operation needs none. It throws
 * UNAUTHENTICATED, TOKEN_EXPIRED or FORBIDDEN. A token on an operation that needs none is ignored.
 */
export function createAuthorizer(
  op: Operation,
  sessionOf: SessionOf,
  settings: Pick<Settings, 'get'>,
): (request: AuthorizableRequest) => Session | null {
  const allowed = rolesFor[op.access]

  function session(request: AuthorizableRequest): Session {
    const token = (op.response === 'live' ? subprotocolTokenOf(request) : undefined) ?? bearerTokenOf(request)
    if (token === undefined) throw new AppError('UNAUTHENTICATED')
    const session = sessionOf(token, op.acceptsExpiredToken)
    if (allowed.includes(session.role)) return session
    request.session = session // for the access log
    throw new AppError('FORBIDDEN')
  }

  switch (op.access) {
    case 'public':
    case 'device': // authenticated by device-basic-auth.ts
      return () => null
    case 'image':
      return (request) => {
        try {
          return request.headers.authorization === undefined ? null : session(request)
        } catch (fault) {
          request.tokenError = AppError.from(fault) // sent if the image turns out to need a token
          return null
        }
      }
    case 'memberUnlessPublicNotices':
      return (request) => (settings.get('notices.public') ? null : session(request))
    default:
      return session
  }
}
