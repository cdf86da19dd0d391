import { run } from '@kingcar/runtime'
import manifest from '../package.json' with { type: 'json' }
import { readGatewayConfig } from './config.ts'
import { startGateway } from './service.ts'

const config = readGatewayConfig()

await run('gateway', { host: config.OPERATIONS_HOST, port: config.OPERATIONS_PORT }, (process_) =>
  startGateway(config, process_, manifest.version, process.stdout),
)
