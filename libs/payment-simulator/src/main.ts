import { run } from '@kingcar/runtime'
import { optionsOf, readSimulatorConfig } from './config.ts'
import { openSimulator } from './open.ts'

export { openSimulator }

if (import.meta.main)
  void run('simulator', readSimulatorConfig, async (config, { log }) => {
    const simulator = await openSimulator(optionsOf(config))
    log.info({ url: simulator.url }, 'listening')
    return simulator
  })
