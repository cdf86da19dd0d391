import { randomUUID } from 'node:crypto'
import { type Caller, readSubject } from '@kingcar/bus'
import { AppError, type ReadMessage, testPlate } from '@kingcar/contract'
import { ofStores } from '@kingcar/db'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { devices } from '../tables.ts'
import { registered } from './queries.ts'

/**
 * Publishes a read of the test plate on the device's own subject. It takes the full path, and screens show it as a
 * test.
 */
export async function testDevice(
  { db, bus }: Pick<Ctx, 'bus' | 'db'>,
  { id }: { id: string },
  { stores }: Caller,
): Promise<null> {
  const [device] = await db.read
    .select({ storeId: devices.storeId })
    .from(devices)
    .where(and(eq(devices.id, id), registered, ofStores(devices.storeId, stores)))
  if (!device) throw new AppError('DEVICE_NOT_FOUND')
  const readId = randomUUID()
  const read: ReadMessage = { readId, carNumber: testPlate, confidence: 1, recognizedAt: new Date().toISOString() }
  await bus.append([{ subject: readSubject(device.storeId, id), id: readId, data: JSON.stringify(read) }])
  return null
}
