import { readConfig, run } from '@kingcar/runtime'
import { Config } from './config.ts'
import { startMember } from './service.ts'

const config = readConfig(Config)
await run('member', { host: config.OPERATIONS_HOST, port: config.OPERATIONS_PORT }, (process) =>
  startMember(config, process),
)
