import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'

/** Stores a read below the minimum confidence that awaits a decision, as the recognition service does; returns its id. */
export async function addReadToReview(sql: Sql, storeId: string, deviceId: string, raw = '98가7654'): Promise<string> {
  const readId = randomUUID()
  const read = { read_id: readId, device_id: deviceId, store_id: storeId, raw, confidence: 0.5 }
  const [{ now }] = await sql<[{ now: Date }]>`select now()::timestamptz(3)`
  const times = { recognized_at: now, received_at: now }
  await sql`insert into recognition.reads ${sql({ ...read, ...times, car_number: read.raw, rejected: 'confidence' })}`
  await sql`insert into recognition.read_reviews ${sql({ ...read, ...times, read_as: read.raw, reason: 'lowConfidence' })}`
  return readId
}
