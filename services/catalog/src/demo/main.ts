import { runDemo } from '@kingcar/service/demo'
import { storeDemoCatalog } from './store-catalog.ts'

/** Stores the demo's stores, products and notices. */
void runDemo('catalog', async ({ db, log }) => {
  log.info({ stores: await storeDemoCatalog(db) }, 'demo catalog stored')
})
