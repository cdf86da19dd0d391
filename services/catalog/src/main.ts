import { readConfig, run } from '@kingcar/runtime'
import { Config } from './config.ts'
import { startCatalog } from './service.ts'

export { startCatalog }

if (import.meta.main) void run('catalog', () => readConfig(Config), startCatalog)
