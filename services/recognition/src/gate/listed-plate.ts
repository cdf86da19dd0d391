import type { ListedPlate } from '@kingcar/contract'
import type { ListedPlateRow } from '../tables.ts'

export const toListedPlate = ({ expiresAt, createdAt, ...row }: ListedPlateRow): ListedPlate => ({
  ...row,
  expiresAt: expiresAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

const fieldsOf = (row: ListedPlateRow | undefined) => {
  if (!row) return null
  const { id: _id, createdAt: _at, ...fields } = toListedPlate(row)
  return fields
}

/** The audit entry of an entry before and after. */
export const auditedChange = (entityId: string, before?: ListedPlateRow, after?: ListedPlateRow) => ({
  ...{ entity: 'listedPlate', entityId, before: fieldsOf(before), after: fieldsOf(after) },
})
