import { run } from '@kingcar/runtime'
import { readOrdersConfig } from './config.ts'
import { startOrders } from './service.ts'

void run('orders', readOrdersConfig, startOrders)
