import { run } from '@kingcar/runtime'
import { readOrdersConfig } from './config.ts'
import { startOrders } from './service.ts'

export { readOrdersConfig, startOrders }

if (import.meta.main) void run('orders', readOrdersConfig, startOrders)
