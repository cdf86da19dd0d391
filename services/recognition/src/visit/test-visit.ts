import { hash } from 'node:crypto'
import { deriveId } from '@kingcar/contract'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import type { Read } from '../read/read.ts'
import { stores } from '../tables.ts'
import type { RevisedVisit } from './describe.ts'

/** The name on screens. */
const name = '테스트'

/**
 * The pseudo visit of a test read, for the screens of its store. It is not stored and not counted.
 * @param sequence of its message in READS, which it can share with others; a redelivered message gives the same id
 */
export async function testVisit({ db }: Pick<Ctx, 'db'>, read: Read, sequence: number): Promise<RevisedVisit> {
  const { storeId, deviceId, readId, carNumber, receivedAt } = read
  const [store] = await db.read.select({ name: stores.name }).from(stores).where(eq(stores.id, storeId))
  const recognizedAt = new Date(read.recognizedAt).toISOString()
  return {
    revision: 1,
    test: true,
    visit: {
      id: deriveId(receivedAt, hash('sha256', `test ${sequence} ${deviceId} ${readId}`)),
      storeId,
      storeName: store?.name ?? '',
      deviceId,
      carNumber,
      memberId: null,
      name,
      visitCount: 0,
      recognizedAt,
      latestReadAt: recognizedAt,
      receivedAt: new Date(receivedAt).toISOString(),
      reads: 1,
      late: false,
      productUsed: null,
      mergedInto: null,
    },
  }
}
