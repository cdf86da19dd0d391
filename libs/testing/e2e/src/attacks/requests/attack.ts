import type { AdminRights } from '@kingcar/contract'
import type { Operation } from '../../openapi-document.ts'
import type { CallerKind, Role } from './callers.ts'
import type { Pair } from './queries.ts'
import type { Reference } from './references.ts'
import type { Piece } from './url-fuzz.ts'

export const twists = [
  'nothing',
  'owner',
  'body',
  'query',
  'path',
  'address',
  'caller',
  'rights',
  'header',
  'method',
] as const
export type Change = (typeof twists)[number]

/** One request, with placeholders for the ids of objects. */
export type Attack = {
  operation: Operation
  /** The kind of change to a valid request. */
  twist: Change
  /** Details of the change. */
  what: string
  /** Which of the two attackers sends it. */
  who: 0 | 1
  caller: CallerKind
  /** Which of the limited administrators sends it, if the caller is one. */
  limited: number
  method: string
  /** Replaces the operation's path. */
  address: string | undefined
  path: Readonly<Record<string, Piece>>
  query: readonly Pair[]
  headers: Readonly<Record<string, string>>
  body: Body | undefined
}

/** A body with its content type; undefined for none. */
export type Body = { type: string | undefined; content: string | Buffer }

/** An id in a request, and its relation to the caller. */
export type NamedObject = Reference & { place: 'path' | 'query' | 'body'; id: string }
/** A request as it is sent. */
export type SentRequest = {
  attack: Attack
  method: string
  path: string
  headers: Record<string, string>
  content: Buffer | undefined
  named: readonly NamedObject[]
  /** The role and name of the authenticated caller; undefined without valid credentials. */
  as: { role: Role | 'device'; name: string; rights?: AdminRights } | undefined
}
