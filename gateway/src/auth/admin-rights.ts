import type { Admins, Settings } from '@kingcar/bus'
import {
  type AdminGrant,
  AppError,
  freshSignInMinutes,
  isPermitted,
  needsSecondFactor,
  type Operation,
} from '@kingcar/contract'
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Session } from './access-tokens.ts'

type Authorizable = { session: Session | null; rights: AdminGrant | null; staleSignIn?: true | null; query?: unknown }

/**
 * Checks that an administrator may call an operation, with the current rights, and keeps these rights in the request.
 * Does nothing for other callers. It is called again during a long response, because rights can be withdrawn in the
 * meantime.
 */
export type CheckRights = (request: Authorizable) => void

/**
 * @throws FORBIDDEN, SECOND_FACTOR_SETUP_REQUIRED, FRESH_SIGN_IN_REQUIRED, or UNAVAILABLE if the administrator's rights
 * have not arrived: after an upgrade the member service has not yet published the rights that an earlier version stored
 */
export const createRightsCheck =
  (op: Operation, admins: Pick<Admins, 'find'>, settings: Pick<Settings, 'get'>): CheckRights =>
  (request) => {
    if (request.session?.role !== 'admin') return
    const rights = admins.find(request.session.id)
    if (!rights) throw new AppError('UNAVAILABLE', { retryAfter: 1 })
    if (!isPermitted(op, rights)) throw new AppError('FORBIDDEN')
    if (needsSecondFactor(op) && lacksSecondFactor(rights, settings)) throw new AppError('SECOND_FACTOR_SETUP_REQUIRED')
    const isFirst = request.rights === null // a download that began with a fresh sign-in is not cut when it takes longer
    if (isFirst && op.freshSignIn && rights.secondFactor && !isFresh(request.session)) {
      if (needsFreshSignIn(op, request.query)) throw new AppError('FRESH_SIGN_IN_REQUIRED')
      request.staleSignIn = true
    }
    request.rights = rights
  }

/**
 * Whether an administrator has to set up a second factor first. False for API keys, which authenticate with secrets
 * only.
 */
export const lacksSecondFactor = (
  { adminRole, secondFactor, secrets }: AdminGrant,
  settings: Pick<Settings, 'get'>,
): boolean => !secondFactor && !secrets && settings.get(`secondFactor.${adminRole}`)

/** @param query as it was sent: the input is checked later */
const needsFreshSignIn = ({ freshSignIn }: Operation, query: unknown): boolean =>
  freshSignIn === 'always' || (freshSignIn === 'full' && !isMasked(Object(query)))

const isMasked = ({ full = 'false' }: { full?: unknown }): boolean => full === 'false'

const isFresh = ({ signedInAt = 0 }: Session): boolean => Date.now() - signedInAt <= freshSignInMinutes * 60_000

/** The check as a hook, which waits for the rights of an administrator who joined a moment ago. */
export function requireRights(
  checkRights: CheckRights,
  admins: Pick<Admins, 'find' | 'catchUp'>,
): onRequestHookHandler {
  const check = (request: FastifyRequest, done: (fault?: AppError) => void) => {
    let fault: AppError | undefined
    try {
      checkRights(request)
    } catch (err) {
      fault = AppError.from(err)
    }
    done(fault)
  }
  return (request, _reply, done) => {
    const { session } = request
    if (session?.role !== 'admin' || admins.find(session.id)) check(request, done)
    else void admins.catchUp().then(() => check(request, done))
  }
}
