import { run } from '@kingcar/runtime'
import { readSimulatorConfig } from './config.ts'
import { openSimulator } from './open.ts'

export { openSimulator }

if (import.meta.main)
  void run('simulator', readSimulatorConfig, async (config, { log }) => {
    const simulator = await openSimulator({
      key: config.PORTONE_IMP_KEY,
      secret: config.PORTONE_IMP_SECRET,
      webhookUrl: config.WEBHOOK_URL,
      host: config.SIMULATOR_HOST,
      port: config.SIMULATOR_PORT,
      publicUrl: config.SIMULATOR_PUBLIC_URL,
      file: config.SIMULATOR_FILE,
    })
    log.info({ url: simulator.url }, 'listening')
    return simulator
  })
