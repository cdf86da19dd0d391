import fc from 'fast-check'
import type { Sql } from 'postgres'
import { type Reply, send } from '../../http.ts'
import { rememberAnswer } from '../known-secrets.ts'
import type { Account, Member } from '../requests/accounts.ts'
import type { Target } from '../target.ts'

/*
 * The expected state of a product after any calls, as simple as possible: objects by id with their last response,
 * orders by state, sessions by their tokens.
 */

export const memberKinds = ['car', 'card'] as const
export const adminKinds = ['store', 'product', 'notice', 'banner', 'terms', 'setting'] as const
export type Kind = (typeof memberKinds)[number] | (typeof adminKinds)[number]

export type StoredObject = Record<string, unknown> & { id: string }
export type Who = 0 | 1
export type Order = {
  id: string
  merchantUid: string
  amount: number
  state: string
  impUid: string | null
  key: string | null
}
export type Session = { pairs: { accessToken: string; refreshToken: string }[]; alive: boolean }

export type Model = {
  /** Objects of administrators. */
  shared: Map<Kind, Map<string, StoredObject>>
  /** Objects of each of the two members. */
  owned: [Map<Kind, Map<string, StoredObject>>, Map<Kind, Map<string, StoredObject>>]
  gone: Map<Kind, string[]>
  orders: [Order[], Order[]]
  sessions: Record<'member' | 'admin', Session[]>
}

export type SequenceContext = {
  target: Target
  sql: Sql
  members: readonly [Member, Member]
  admin: Account
  /** An account that signs in and out. */
  visitor: { member: Member; admin: Account }
  brandId: string
  imageId: string
  storeId: string
  product: { id: string; price: number }
  /** Names of the columns behind each kind. */
  columns: Map<Kind, readonly string[]>
  /** Calls and sequences so far. */
  calls: number
  begun: number
}

export const newModel = (): Model => ({
  shared: new Map(),
  owned: [new Map(), new Map()],
  gone: new Map(),
  orders: [[], []],
  sessions: { member: [], admin: [] },
})

/** The objects of a kind that a caller may use. */
export function objectsOf(model: Model, kind: Kind, who: Who | 'admin'): Map<string, StoredObject> {
  const all = who === 'admin' ? model.shared : model.owned[who]
  const known = all.get(kind)
  if (known) return known
  const made = new Map<string, StoredObject>()
  all.set(kind, made)
  return made
}

export const pick = <T>(all: readonly T[], nth: number): T | undefined => all[nth % Math.max(1, all.length)]

type Body = { success: boolean; result?: unknown; error?: { code: string } }
type Call = { token?: string; body?: unknown; headers?: Record<string, string> }

export type Work<S> = (model: Model, real: SequenceContext, step: S) => Promise<void>
export type Command = fc.AsyncCommand<Model, SequenceContext>

/** A command that does this work with a generated step. */
export const commandOf = <S>(name: string, work: Work<S>, steps: fc.Arbitrary<S>): fc.Arbitrary<Command> =>
  steps.map((step) => ({
    check: () => true,
    run: (model, real) => work(model, real, step),
    toString: () => `${name} ${JSON.stringify(step)}`,
  }))

/** One call; the response's result, or its error code. */
export async function call(
  real: SequenceContext,
  method: string,
  path: string,
  options: Call = {},
): Promise<Reply<Body> & { code: string; result: unknown }> {
  real.calls += 1
  const reply = await send<Body>(real.target.http, method, path, options)
  rememberAnswer(reply.text)
  fc.pre(reply.status !== 503) // overloaded, so it is unknown what happened: another sequence tests it
  return { ...reply, code: reply.body?.error?.code ?? 'none', result: reply.body?.result }
}

/** @throws Error with the actual status */
export function expectStatus(
  reply: { status: number; text: string },
  wanted: number | readonly number[],
  what: string,
): void {
  const all = [wanted].flat()
  if (!all.includes(reply.status))
    throw new Error(`${what} returned ${reply.status} instead of ${all.join(' or ')}: ${reply.text.slice(0, 300)}`)
}

/** @throws Error with the difference */
export function expectSame(given: unknown, wanted: unknown, what: string): void {
  const [a, b] = [sorted(given), sorted(wanted)]
  if (a !== b) throw new Error(`${what} is ${a?.slice(0, 500)} instead of ${b?.slice(0, 500)}`)
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
