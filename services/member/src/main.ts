import { readConfig, run } from '@kingcar/runtime'
import { Config } from './config.ts'
import { startMember } from './service.ts'

await run('member', () => readConfig(Config), startMember)
