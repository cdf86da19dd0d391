import { openDatabase } from '@kingcar/db'
import { createLogger, readConfig } from '@kingcar/runtime'
import Type from 'typebox'
import { storeDemoMembers } from './store-members.ts'

/**
 * Stores the demo's members and cars. `npm start` runs it after the migrations; the service's relay publishes the
 * events.
 */
async function main(): Promise<void> {
  const { DATABASE_URL } = readConfig(Type.Object({ DATABASE_URL: Type.String() }))
  const log = createLogger('member-demo')
  await using db = await openDatabase({ url: DATABASE_URL, schema: 'member', name: 'member-demo', log })
  log.info({ cars: await storeDemoMembers(db) }, 'demo members stored')
}

void main()
