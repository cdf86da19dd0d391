import type { AdminGrant, AppError, ErrorCode } from '@kingcar/contract'
import type { Span } from '@kingcar/runtime'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Session } from './auth/access-tokens.ts'
import type { AuthenticatedDevice } from './auth/device-basic-auth.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null when the operation needs no token. */
    session: Session | null
    /** The rights of the session's administrator at the last check; null for other callers. */
    rights: AdminGrant | null
    /** True if the operation may need a fresh sign-in, and the administrator, who has a second factor, signed in too long ago. */
    staleSignIn: true | null
    /** The error of an invalid token on a call that may need none. */
    tokenError: AppError | null
    /** Code of the error in the response; null without one. */
    errorCode: ErrorCode | null
    /** Path of the first invalid field in the response; null without one. */
    errorPath: string | null
    /** The authenticated recognizer; null when the operation needs none. */
    device: AuthenticatedDevice | null
    /** The raw body, of an operation whose caller signs it; null for any other operation. */
    rawBody: string | null
    /** Span of the request; null when tracing is off. */
    span: Span | null
  }
  interface FastifyContextConfig {
    /** Name of the operation in the contract. */
    operation?: string
    /** Whether the caller signs the body. */
    signed?: boolean
    /** `WWW-Authenticate` of a 401, if not `Bearer`. */
    challenge?: string
  }
}

const fields = [
  'session',
  'rights',
  'staleSignIn',
  'tokenError',
  'device',
  'errorCode',
  'errorPath',
  'rawBody',
  'span',
] as const satisfies (keyof FastifyRequest)[]

/** Declares the fields above on every request, with null as their first value. */
export function decorateRequests(app: FastifyInstance): void {
  for (const field of fields) app.decorateRequest(field, null)
}
