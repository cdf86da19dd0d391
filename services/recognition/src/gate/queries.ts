import type { Gate } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import { gates, listedPlates } from '../tables.ts'

/** The rules of a store, or the defaults. */
export async function loadGate(db: Pick<Reader, 'select'>, storeId: string): Promise<Gate> {
  const [row] = await db.select().from(gates).where(eq(gates.storeId, storeId))
  return row ?? { storeId, mode: 'automatic', whenUnavailable: 'closed' }
}

/** Entries that are in force. */
export const inForce = sql`(${listedPlates.expiresAt} is null or ${listedPlates.expiresAt} > now())`
