import { readConfig, run } from '@kingcar/runtime'
import { Config } from './config.ts'
import { startRecognition } from './service.ts'

const config = readConfig(Config)
await run('recognition', { host: config.OPERATIONS_HOST, port: config.OPERATIONS_PORT }, (process) =>
  startRecognition(config, process),
)
