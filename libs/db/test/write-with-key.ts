/** Writes one row with an idempotency key, in a process that a fault point can kill. Arguments: URL, secret. */
import { contract } from '@kingcar/contract'
import { createLogger } from '@kingcar/runtime'
import { sql } from 'drizzle-orm'
import { openDatabase, withIdempotency } from '../src/index.ts'

const [url = '', secret = ''] = process.argv.slice(2)
const log = createLogger('keyed-write', 'silent')
await using db = await openDatabase({ url, schema: 'shop', name: 'keyed-write', log })
const caller = { actor: { role: 'admin', id: '1' }, idempotencyKey: 'process' }
await withIdempotency(db, secret, contract.catalog.putAppSetting, {}, caller, async (tx) => {
  await tx.execute(sql`insert into thing (name) values (uuidv7()::text)`)
  return null
})
