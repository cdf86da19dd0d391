import { runDemo } from '@kingcar/service/demo'
import { storeDemoMembers } from './store-members.ts'

/** Stores the demo's members and cars. */
void runDemo('member', async ({ db, until, log }) => {
  log.info({ cars: await storeDemoMembers(db, until) }, 'demo members stored')
})
