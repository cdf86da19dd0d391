import { createHash } from 'node:crypto'
import { demoIdTime, deriveId } from '@kingcar/contract'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Returns the same id on every machine: a UUIDv7 of the demo's time whose random part is a hash of the name. */
export const demoId = (name: string): string => deriveId(demoIdTime, createHash('sha256').update(name).digest('hex'))

/** The kinds of rows that have a number instead of a name: ids in ascending order need less storage. */
const kinds = ['visit', 'order', 'userProduct', 'use', 'intent'] as const

/** The id of the n-th row of a kind, which no hash of a name is likely to be. */
export const numberedDemoId = (kind: (typeof kinds)[number], n: number): string =>
  deriveId(demoIdTime, `00${kinds.indexOf(kind)}0000${n.toString(16).padStart(12, '0')}`)

const [first, last] = ['0', 'f'].map((digit) => deriveId(demoIdTime, digit.repeat(19)))

/** Whether a row has an id of the demo: a range, which every index of ids serves. No row of a person has one. */
export const isDemoRow = (id: SQLWrapper): SQL => sql`(${id} >= ${first}::uuid and ${id} <= ${last}::uuid)`
