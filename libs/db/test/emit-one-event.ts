/** Emits one event and prints what its relay publishes, in a process that a fault point can kill. Arguments: URL, version. */
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { createLogger } from '@kingcar/runtime'
import { emit, openDatabase } from '../src/index.ts'

const [url = '', version] = process.argv.slice(2)
await using db = await openDatabase({
  url,
  schema: 'shop',
  name: 'emitter',
  log: createLogger('emitter', 'silent'),
  publish: async (messages) => {
    for (const message of messages) writeSync(1, `${JSON.stringify(message)}\n`)
  },
})
await db.transaction((tx) =>
  emit(tx, 'catalog.storeChanged', { storeId: randomUUID(), name: 'Gangnam', version: Number(version) }),
)
