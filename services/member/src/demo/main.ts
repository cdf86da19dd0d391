import { openDatabase } from '@kingcar/db'
import { createLogger, readConfig } from '@kingcar/runtime'
import Type from 'typebox'
import { storeDemoMembers } from './store-members.ts'

/** Writes the demo's members and cars; run by `npm start` after the migrations. The service's own relay sends the events. */
async function main(): Promise<void> {
  const { DATABASE_URL } = readConfig(Type.Object({ DATABASE_URL: Type.String() }))
  const log = createLogger('member-demo')
  await using db = await openDatabase({ url: DATABASE_URL, schema: 'member', name: 'member-demo', log })
  log.info({ cars: await storeDemoMembers(db) }, 'demo members are there')
}

void main()
