import { demoHistory, grantedProduct, runDemo } from '@kingcar/service/demo'
import { providerHistory } from './provider-history.ts'
import { storeDemoOrders } from './store-orders.ts'

/**
 * Stores the demo's subscription, and with a history the orders, products and uses of it. The printed line `payments
 * {json}` contains the payments that the provider has to record.
 */
void runDemo('orders', async ({ db, until, log }) => {
  const history = until && demoHistory(until)
  log.info(
    { orders: await storeDemoOrders(db, grantedProduct((until ?? new Date()).getTime()), history) },
    'demo orders stored',
  )
  if (history) process.stdout.write(`payments ${JSON.stringify(providerHistory(history))}\n`)
})
