import type { StreamStates } from '@kingcar/bus/stream-copy'
import type { AppliedMigration } from '@kingcar/db/migrate'
import type { SequencePosition, TableMetadata } from '@kingcar/db/snapshot'
import Type from 'typebox'
import { Value } from 'typebox/value'

/** Of what this program writes, and the highest that it reads. */
export const format = 1

export const manifestName = 'manifest.json'

export type Content = { bytes: number; sha256: string }

/** What a backup says of itself: its last entry. What else is in it is checked by its own sums. */
export type Manifest = {
  format: number
  /** Of the program. */
  version: string
  /** The moment that it shows, ISO 8601. */
  at: string
  migrations: AppliedMigration[]
  tables: TableContent[]
  sequences: SequencePosition[]
  streams: Partial<StreamStates>
  /** By the folder in which its parts are, such as `tables/orders.orders`; part after part they are the whole. */
  contents: Record<string, Content>
}

export type TableContent = { table: TableMetadata; rows: number }

const schema = Type.Object({
  format: Type.Integer(),
  version: Type.String(),
  at: Type.String(),
  migrations: Type.Array(Type.Object({ service: Type.String(), name: Type.String(), checksum: Type.String() })),
  tables: Type.Array(Type.Object({ rows: Type.Integer(), table: Type.Object({ name: Type.String() }) })),
  sequences: Type.Array(Type.Object({ schema: Type.String(), name: Type.String(), last: Type.String() })),
  streams: Type.Record(Type.String(), Type.Object({ last: Type.Integer() })),
  contents: Type.Record(Type.String(), Type.Object({ bytes: Type.Integer(), sha256: Type.String() })),
})

const isManifest = (value: unknown): value is Manifest => Value.Check(schema, value)

/** @throws Error for what is none */
export function readManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text)
  if (!isManifest(value)) throw new Error('its manifest is none')
  return value
}
