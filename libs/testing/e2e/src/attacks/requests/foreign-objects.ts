import type { Operation, Schema } from '../../openapi-document.ts'
import type { Attack } from './attack.ts'
import { rolesOf } from './callers.ts'
import { kindOf, memberOwned, type Reference, referenceText, replaceReferences } from './references.ts'
import type { Piece } from './url-fuzz.ts'

type Places = Pick<Attack, 'path' | 'query' | 'body'>

/** True if members call the operation and may name an object of a member in it. */
export function mayNameForeignObject(op: Operation): boolean {
  const fields = [...[...op.inPath, ...op.inQuery].map(({ name }) => name), ...fieldsOf(op.body?.schema ?? {})]
  return rolesOf(op).includes('member') && fields.some((field) => isOwned(kindOf(op, field)))
}

/** The same request with one object replaced by another member's; the caller may use the rest. */
export function withForeignObject(places: Places, at: number): Places {
  let count = 0
  mapOwned(places, (reference) => {
    count += 1
    return reference
  })
  let nth = 0
  return mapOwned(places, (reference) => ({ ...reference, whose: nth++ === at % count ? 'other' : 'own' }))
}

const isOwned = (kind: Reference['kind'] | undefined) => kind !== undefined && memberOwned.includes(kind)

function fieldsOf({ properties = {}, items, anyOf = [] }: Schema): string[] {
  const parts = [...Object.values(properties), ...(items ? [items] : []), ...anyOf]
  return [...Object.keys(properties), ...parts.flatMap(fieldsOf)]
}

function mapOwned({ path, query, body }: Places, map: (reference: Reference) => Reference): Places {
  const mapped = (text: string) =>
    replaceReferences(text, (reference) =>
      referenceText(isOwned(reference.kind) ? map(reference) : { ...reference, whose: 'own' }),
    )
  const mappedPiece = (piece: Piece) => (typeof piece === 'string' ? mapped(piece) : piece)
  return {
    path: Object.fromEntries(Object.entries(path).map(([name, piece]) => [name, mappedPiece(piece)])),
    query: query.map(([name, value]) => [name, mappedPiece(value)]),
    body: body && typeof body.content === 'string' ? { ...body, content: mapped(body.content) } : body,
  }
}
