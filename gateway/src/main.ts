import { run } from '@kingcar/runtime'
import manifest from '../package.json' with { type: 'json' }
import { readGatewayConfig } from './config.ts'
import { startGateway } from './service.ts'

export { readGatewayConfig, startGateway }

if (import.meta.main)
  void run('gateway', readGatewayConfig, (config, running) =>
    startGateway(config, running, manifest.version, process.stdout),
  )
