import { join } from 'node:path'
import { openDataFolder } from '@kingcar/deploy/data-folder'
import { environmentOf, type ProcessName } from '@kingcar/deploy/environment'
import { prepareServers } from '@kingcar/deploy/product'
import type { Child } from '@kingcar/localstack/leashed-child'
import { root } from '@kingcar/localstack/paths'
import { freePort } from '@kingcar/localstack/ports'
import { startProductProcess } from '@kingcar/localstack/product-process'

/** What the product's processes run on. */
export type Servers = {
  /** URL of the database server, for a superuser. */
  databaseUrl: string
  /** Starts one process with the flags and environment of `npm start`. Returns its time to `ready`, in ms. */
  start(name: ProcessName): Promise<{ child: Child; readyMs: number }>
}

/**
 * PostgreSQL and nats-server as `npm start` runs them, with tables and streams, and the payment provider's simulator;
 * `stack` stops them.
 */
export async function startServers(folder: string, stack: AsyncDisposableStack): Promise<Servers> {
  const config = {
    ...{ HOST: '127.0.0.1', PORT: 0, NATS_PORT: 0, MQTT_PORT: 0, METRICS_PORT: 0, DATA_DIR: folder, NODE_ENV: '' },
    ...{ READS_PARTITIONS: 1, loopback: true, production: false, DEMO: 'none' as const },
  }
  const data = stack.use(await openDataFolder(folder))
  const { databaseUrl, nats } = await prepareServers(config, data, stack)
  const simulator = { port: await freePort(), file: data.file('portone.jsonl') }

  async function start(name: ProcessName) {
    const places = { databaseUrl, natsUrl: nats.url, simulator, port: await freePort() }
    const script = join(root, 'dist', `${name === 'simulator' ? 'portone-simulator' : name}.mjs`)
    const env = environmentOf(name, config, data.secrets, places)
    const begin = performance.now()
    const child = await startProductProcess({ script, env, onLine: () => undefined })
    return { child, readyMs: performance.now() - begin }
  }
  stack.use((await start('simulator')).child)
  return { databaseUrl, start }
}
