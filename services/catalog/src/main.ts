import { readConfig, run } from '@kingcar/runtime'
import { Config } from './config.ts'
import { startCatalog } from './service.ts'

void run('catalog', () => readConfig(Config), startCatalog)
