import type { Settings } from '@kingcar/bus'
import { AppError, liveTokenPrefix, type Operation, rolesFor } from '@kingcar/contract'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Session } from './access-tokens.ts'

/** The hook that stops a request for which the check fails, before its body is read. */
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
/** A request whose token may turn out to be needed only later, or to be of somebody who may not call. */
type UnauthorizedRequest = Headers & { tokenError?: AppError | null; session?: Session | null }

function bearerTokenOf({ headers }: Headers): string | undefined {
  return /^Bearer +([^\s]+) *$/i.exec(headers.authorization ?? '')?.[1]
}

/** A browser cannot set headers on a socket: its token is offered as a subprotocol. */
function subprotocolTokenOf({ headers }: Headers): string | undefined {
  const offers = headers['sec-websocket-protocol']?.split(',', 8).map((offer) => offer.trim()) ?? []
  return offers.find((offer) => offer.startsWith(liveTokenPrefix))?.slice(liveTokenPrefix.length)
}

/**
 * Makes the function that decides whether a request may call the operation: its session, or null where none is needed.
 * Fails with UNAUTHENTICATED, TOKEN_EXPIRED or FORBIDDEN. Where no token is asked for, one that is sent is not looked at.
 */
export function createAuthorizer(
  op: Operation,
  sessionOf: (token: string) => Session,
  settings: Pick<Settings, 'get'>,
): (request: UnauthorizedRequest) => Session | null {
  const allowed = rolesFor[op.access]

  function session(request: UnauthorizedRequest): Session {
    const token = (op.answer === 'live' ? subprotocolTokenOf(request) : undefined) ?? bearerTokenOf(request)
    if (token === undefined) throw new AppError('UNAUTHENTICATED')
    const session = sessionOf(token)
    if (allowed.includes(session.role)) return session
    request.session = session // the log tells whose attempt it was
    throw new AppError('FORBIDDEN')
  }

  switch (op.access) {
    case 'public':
    case 'device': // asked for its secret instead, see device-access.ts
      return () => null
    case 'image':
      return (request) => {
        try {
          return request.headers.authorization === undefined ? null : session(request)
        } catch (fault) {
          request.tokenError = AppError.from(fault) // told where the image turns out to need a token
          return null
        }
      }
    case 'memberUnlessPublicNotices':
      return (request) => (settings.get('notices.public') ? null : session(request))
    default:
      return session
  }
}
