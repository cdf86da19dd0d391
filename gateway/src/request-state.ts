import type { AppError, ErrorCode } from '@kingcar/contract'
import type { Span } from '@kingcar/runtime'
import type { FastifyInstance } from 'fastify'
import type { Session } from './auth/access-tokens.ts'
import type { SignedInDevice } from './auth/device-basic-auth.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null where no token was asked for. */
    session: Session | null
    /** What is wrong with a token that the call may do without. */
    tokenFault: AppError | null
    /** Why the request was refused; null where it was not. */
    refusedFor: ErrorCode | null
    /** The recognizer that signed in; null where none has to. */
    device: SignedInDevice | null
    /** Of its answer; null where nothing is traced. */
    span: Span | null
  }
  interface FastifyContextConfig {
    /** Name in the contract. */
    operation?: string
    /** How a caller signs in, where that is not a bearer token. */
    challenge?: string
  }
}

/** Declares the fields above on every request, so that V8 keeps one shape for all of them. */
export function decorateRequests(app: FastifyInstance): void {
  for (const field of ['session', 'tokenFault', 'device', 'refusedFor', 'span']) app.decorateRequest(field, null)
}
