import { readConfig, run } from '@kingcar/runtime'
import { Config } from './config.ts'
import { startOrders } from './service.ts'

await run('orders', () => readConfig(Config), startOrders)
