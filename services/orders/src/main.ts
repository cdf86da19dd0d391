import { readConfig, run } from '@kingcar/runtime'
import { Config } from './config.ts'
import { startOrders } from './service.ts'

const config = readConfig(Config)
await run('orders', { host: config.OPERATIONS_HOST, port: config.OPERATIONS_PORT }, (process) =>
  startOrders(config, process),
)
