import { connect } from 'nats'
import postgres from 'postgres'

/**
 * The usual implementation of recognition: take a message, do its work in a transaction, publish, acknowledge. The
 * consumer is used as the README of `nats` shows it ("consume"), the transaction as that of `postgres` does ("begin").
 * The tables are the product's. It does not validate reads, and a late read does not merge visits.
 */
type Read = { readId: string; carNumber: string; confidence: number; recognizedAt: string; direction?: string }
type Visit = { id: string; device_id: string; first_read_at: Date; received_at: Date; reads: number }

const { NATS_URL, NATS_USER, NATS_PASSWORD, DATABASE_URL } = process.env as Record<string, string>
const sql = postgres(DATABASE_URL as string, { max: 4, fetch_types: false })
const connection = await connect({
  servers: NATS_URL as string,
  user: NATS_USER as string,
  pass: NATS_PASSWORD as string,
  inboxPrefix: `_INBOX_${NATS_USER}`,
})
const jetstream = connection.jetstream()
const stores = new Map((await sql`select id, name from stores`).map(({ id, name }) => [id as string, name as string]))

const record = (storeId: string, deviceId: string, read: Read, receivedAt: Date) =>
  sql.begin(async (tx) => {
    const { readId, carNumber, confidence, recognizedAt, direction } = read
    const claimed = await tx`
      insert into read_ids (device_id, read_id, recognized_at, content_hash)
      values (${deviceId}, ${readId}, ${recognizedAt}, ${Buffer.alloc(16)})
      on conflict do nothing returning read_id`
    if (claimed.length === 0) return undefined
    await tx`
      insert into reads (device_id, read_id, recognized_at, received_at, store_id, car_number, raw, confidence, direction)
      values (${deviceId}, ${readId}, ${recognizedAt}, ${receivedAt}, ${storeId}, ${carNumber}, ${carNumber}, ${confidence},
        ${direction ?? null})`
    const [open] = await tx<Visit[]>`
      select id, device_id, first_read_at, received_at, reads from visits
      where store_id = ${storeId} and car_number = ${carNumber}
        and first_read_at <= ${recognizedAt} and last_read_at >= ${recognizedAt}::timestamptz - interval '10 minutes'
      order by first_read_at desc limit 1`
    const [plate] = await tx<{ visits: number; member_id: string | null; member_name: string | null }[]>`
      insert into plates as p (car_number, visits) values (${carNumber}, ${open ? 0 : 1})
      on conflict (car_number) do update set visits = p.visits + excluded.visits
      returning visits, member_id, member_name`
    const [visit] = open
      ? await tx<Visit[]>`
          update visits set last_read_at = ${recognizedAt}, reads = reads + 1, revision = revision + 1
          where id = ${open.id} returning id, device_id, first_read_at, received_at, reads`
      : await tx<Visit[]>`
          insert into visits (store_id, car_number, device_id, first_read_at, last_read_at, received_at, reads, late)
          values (${storeId}, ${carNumber}, ${deviceId}, ${recognizedAt}, ${recognizedAt}, ${receivedAt}, 1, false)
          returning id, device_id, first_read_at, received_at, reads`
    if (!plate || !visit) throw new Error('a row is gone')
    return {
      id: visit.id,
      storeId,
      storeName: stores.get(storeId),
      deviceId: visit.device_id,
      carNumber,
      memberId: plate.member_id,
      name: plate.member_name ?? '방문객',
      visitCount: plate.visits,
      recognizedAt: visit.first_read_at,
      latestReadAt: recognizedAt,
      receivedAt: visit.received_at,
      reads: visit.reads,
      revision: visit.reads,
      late: false,
      productUsed: null,
      mergedInto: null,
    }
  })

const consumer = await jetstream.consumers.get('READS', 'recognition-reads')
const messages = await consumer.consume()
process.stdout.write('ready\n')
for await (const message of messages) {
  const [, , storeId = '', deviceId = ''] = message.subject.split('.')
  const visit = await record(storeId, deviceId, message.json<Read>(), new Date(message.info.timestampNanos / 1e6))
  if (visit) await jetstream.publish('visits.recorded', JSON.stringify(visit), { msgID: `${visit.id}:${visit.reads}` })
  message.ack()
}
