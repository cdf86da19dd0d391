import fc from 'fast-check'
import type { Operation } from '../../openapi-document.ts'
import { type Attack, type Change, twists } from './attack.ts'
import { bodyArbitrary } from './bodies.ts'
import { type CallerKind, callerKinds } from './callers.ts'
import { mayNameForeignObject, withForeignObject } from './foreign-objects.ts'
import { goodHeaders, headerArbitrary } from './headers.ts'
import { limitedRights } from './limited-admins.ts'
import { queryArbitrary } from './queries.ts'
import { guardOf } from './rights-judge.ts'
import { addressArbitrary, goodPath, hostilePath } from './url-fuzz.ts'

const weights: Readonly<Record<Change, number>> = {
  ...{ nothing: 5, owner: 5, body: 9, query: 3, path: 3, address: 1, caller: 4, rights: 3, header: 2, method: 1 },
}

/** Weight of operations with ids of members' objects, compared with others: they have ownership checks in addition. */
const ofOwned = 3

/** Valid requests, and requests with one change: an object's owner, the body, the query, the caller, and so on. */
export function attackArbitrary(operations: readonly Operation[]): fc.Arbitrary<Attack> {
  const attacks = operations.map((operation) => {
    const applying = twists.filter((twist) => applies(operation, twist))
    const arbitrary = fc.oneof(
      ...applying.map((twist) => ({ weight: weights[twist], arbitrary: twisted(operation, twist) })),
    )
    return { weight: mayNameForeignObject(operation) ? ofOwned : 1, arbitrary }
  })
  return fc.oneof(...attacks)
}

/** Two valid requests of each limited administrator for each operation of administrators; the same seed gives the same ones. */
export const attacksByRights = (operations: readonly Operation[], seed: number): Attack[] =>
  operations.filter(guardOf).flatMap((operation) => {
    const sampled = fc.sample(twisted(operation, 'rights'), { seed, numRuns: 2 })
    return limitedRights.flatMap((_, limited) => sampled.map((attacked) => ({ ...attacked, limited })))
  })

function applies(operation: Operation, twist: Change): boolean {
  const { inPath, access, body, method } = operation
  if (twist === 'path') return inPath.length > 0
  if (twist === 'caller') return access !== 'none'
  if (twist === 'rights') return guardOf(operation) !== undefined
  if (twist === 'owner') return mayNameForeignObject(operation)
  return twist !== 'body' || body !== undefined || method === 'POST'
}

function twisted(operation: Operation, twist: Change): fc.Arbitrary<Attack> {
  return fc
    .record({
      who: fc.constantFrom(0 as const, 1 as const),
      caller: callerArbitrary(twist),
      limited: fc.nat({ max: limitedRights.length - 1 }),
      method: twist === 'method' ? fc.constantFrom(...otherMethods(operation)) : fc.constant(operation.method),
      address: twist === 'address' ? addressArbitrary(operation) : fc.constant(undefined),
      path: twist === 'path' ? hostilePath(operation) : goodPath(operation),
      query: queryArbitrary(operation, twist === 'query'),
      headers: twist === 'header' ? headerArbitrary(operation) : goodHeaders(operation),
      body: bodyArbitrary(operation, twist === 'body'),
      anothers: fc.nat({ max: 11 }),
    })
    .map(({ path, query, body, anothers, ...rest }) => {
      const what = (twist === 'body' ? body?.what : twist === 'query' ? query.what : undefined) ?? ''
      const places = { path, query: query.pairs, body: body?.body }
      return { operation, twist, what, ...rest, ...(twist === 'owner' ? withForeignObject(places, anothers) : places) }
    })
}

const callerArbitrary = (twist: Change): fc.Arbitrary<CallerKind> =>
  twist === 'caller'
    ? fc.constantFrom(...callerKinds.slice(1))
    : fc.constant(twist === 'rights' ? ('limited' as const) : ('right' as const))

const otherMethods = ({ method }: Operation) =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'HEAD'].filter((each) => each !== method)
