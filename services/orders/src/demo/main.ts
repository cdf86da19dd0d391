import { demoHistory, grantedProduct, runDemo } from '@kingcar/service/demo'
import { providerHistory } from './provider-history.ts'
import { storeDemoOrders } from './store-orders.ts'

/**
 * Stores the demo's subscription, and with a history the orders, products and uses of it. The line `payments {json}` is what the
 * provider has to know of them.
 */
void runDemo('orders', async ({ db, until, log }) => {
  const history = until && demoHistory(until)
  log.info(
    { orders: await storeDemoOrders(db, grantedProduct((until ?? new Date()).getTime()), history) },
    'demo orders stored',
  )
  if (history) process.stdout.write(`payments ${JSON.stringify(providerHistory(history))}\n`)
})
