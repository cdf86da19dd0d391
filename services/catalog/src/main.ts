import { readConfig, run } from '@kingcar/runtime'
import { Config } from './config.ts'
import { startCatalog } from './service.ts'

await run('catalog', () => readConfig(Config), startCatalog)
