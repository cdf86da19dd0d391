import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { memoryOf } from '../process-memory.ts'
import { type ProductProcess, startProduct } from '../product.ts'
import { secretsOf } from '../product-secrets.ts'
import { settings, type Target } from './target.ts'

const names: readonly ProductProcess[] = ['gateway', 'member', 'catalog', 'orders', 'recognition', 'simulator']

/** The product as `npm start` runs it, with its processes and logs. @param more settings of its processes */
export async function startOverSockets(more: Record<string, string> = {}): Promise<Target> {
  const product = await startProduct({ ...settings, ...more })
  const { dataDir, ready } = product
  const { jwtPrivateKey: privateKey, jwtPublicKey: publicKey } = await secretsOf(product)
  const environment = await readFile(`/proc/${await product.pid('nats-server')}/environ`, 'utf8')
  const pids = () => Promise.all(names.map((name) => product.pid(name)))
  return {
    http: ready.http,
    nats: ready.nats,
    monitor: `http://${/NATS_MONITOR="?([\d.:]+)/.exec(environment)?.[1]}`,
    databaseUrl: await product.databaseUrl(),
    keys: { privateKey, publicKey },
    async logs() {
      const files = (await readdir(join(dataDir, 'logs'))).filter((file) => names.some((name) => file.startsWith(name)))
      const texts = await Promise.all(files.toSorted().map((file) => readFile(join(dataDir, 'logs', file), 'utf8')))
      return texts.join('')
    },
    async memory() {
      const all = await Promise.all((await pids()).map(memoryOf))
      return Object.fromEntries(names.map((name, at) => [name, Math.round(all[at]?.now ?? 0)]))
    },
    processes: async () => {
      const all = await pids()
      return Object.fromEntries(names.map((name, at) => [name, all[at] ?? 0]))
    },
    [Symbol.asyncDispose]: () => product[Symbol.asyncDispose](),
  }
}
