import type { StreamStates } from '@kingcar/bus/stream-copy'
import type { AppliedMigration } from '@kingcar/db/migrate'
import type { SequencePosition, TableMetadata } from '@kingcar/db/snapshot'
import Type from 'typebox'
import { Value } from 'typebox/value'

/** The format version that this program writes, and the highest that it reads. */
export const format = 1

export const manifestName = 'manifest.json'

export type Content = { bytes: number; sha256: string }

/** The last entry of a backup. It has checksums of all other entries. */
export type Manifest = {
  format: number
  /** Version of the program. */
  version: string
  /** Time of the snapshot, ISO 8601. */
  at: string
  migrations: AppliedMigration[]
  tables: TableContent[]
  sequences: SequencePosition[]
  streams: Partial<StreamStates>
  /** By folder, such as `tables/orders.orders`; the content is the concatenation of the parts in it. */
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

/** @throws Error if the text is not a manifest */
export function readManifest(text: string): Manifest {
  const value: unknown = JSON.parse(text)
  if (!isManifest(value)) throw new Error('its manifest is not valid')
  return value
}
