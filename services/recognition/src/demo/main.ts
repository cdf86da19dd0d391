import { runDemo } from '@kingcar/service/demo'
import { storeDemoVisits } from './store-visits.ts'

/** Stores the visits of the demo's history; a demo without one has none. */
void runDemo('recognition', async ({ db, until, log }) => {
  log.info({ visits: until ? await storeDemoVisits(db, until) : 0 }, 'demo visits stored')
})
