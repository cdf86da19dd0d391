import { readConfig, run } from '@kingcar/runtime'
import { Config } from './config.ts'
import { startCatalog } from './service.ts'

const config = readConfig(Config)
await run('catalog', { host: config.OPERATIONS_HOST, port: config.OPERATIONS_PORT }, (process) =>
  startCatalog(config, process),
)
