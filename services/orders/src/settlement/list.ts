import { type SettlementFile, settlementFileLimits } from '@kingcar/contract'
import { desc } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { type SettlementFileRow, settlementFiles } from '../tables.ts'

/** The latest settlement files, the newest first. */
export async function listSettlements({ db: { read } }: Pick<Ctx, 'db'>): Promise<SettlementFile[]> {
  const { importedAt, id } = settlementFiles
  const newest = read.select().from(settlementFiles).orderBy(desc(importedAt), desc(id))
  return (await newest.limit(settlementFileLimits.listed)).map(toSettlementFile)
}

export const toSettlementFile = (row: SettlementFileRow): SettlementFile => ({
  id: row.id,
  fileName: row.fileName,
  importedAt: row.importedAt.toISOString(),
  importedBy: row.importedBy,
  from: row.fromDay,
  to: row.toDay,
  rows: row.rowCount,
})
