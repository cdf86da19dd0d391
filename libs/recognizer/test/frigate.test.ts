import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChild } from '@kingcar/localstack/leashed-child'
import { findNatsServer } from '@kingcar/localstack/nats-binary'
import { freePort } from '@kingcar/localstack/ports'
import { startProcess, temporaryFolder } from '@kingcar/testing'
import { connectAsync } from 'mqtt'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('../samples/node/frigate.mjs', import.meta.url))

/** An MQTT broker, as Frigate uses one. */
async function startBroker(folder: string): Promise<AsyncDisposable & { url: string }> {
  const port = await freePort()
  const config = join(folder, 'broker.conf')
  const lines = ['server_name: broker', 'port: -1', `jetstream { store_dir: "${folder}" }`]
  writeFileSync(config, [...lines, `mqtt { host: "127.0.0.1", port: ${port} }`].join('\n'))
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const child = startChild({
    command: await findNatsServer(),
    args: ['-c', config],
    onLine: (line) => line.endsWith('Server is ready') && resolve(),
  })
  await ready
  return { url: `mqtt://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => child.stop() }
}

const update = (fields: object) =>
  JSON.stringify({
    ...{ type: 'lpr', id: '1607123955.475377-mxklsc', name: null, plate: '12가3456', score: 0.95, camera: 'gate' },
    ...{ timestamp: 1_607_123_958.748, plate_box: [917, 487, 1029, 529], ...fields },
  })

test('plates that Frigate publishes become lines, including those published while the program was not connected', async () => {
  await using folder = temporaryFolder()
  await using broker = await startBroker(folder.path)
  const frigate = await connectAsync(broker.url)
  const publish = (message: string) => frigate.publishAsync('frigate/tracked_object_update', message, { qos: 1 })
  const env = { FRIGATE_MQTT: broker.url, FRIGATE_CAMERA: 'gate' }
  {
    await using sample = startProcess({ script, env })
    await sample.line('frigate: connected')
    for (const message of [
      update({ type: 'face' }),
      update({ camera: 'street' }),
      'x',
      update({ plate: null }),
      update({ plate: '서울 12 바 3456', score: 0.9287109375 }),
      update({ score: 1.0000001 }),
    ])
      await expect(publish(message)).resolves.toBeDefined()
    await sample.line('12가3456 1.0000 2020-12-04T23:19:18.748Z')
    const said = sample.lines.map(({ msg }) => msg)
    expect(said.filter((line) => !line.startsWith('frigate:'))).toEqual([
      '서울12바3456 0.9287 2020-12-04T23:19:18.748Z',
      '12가3456 1.0000 2020-12-04T23:19:18.748Z',
    ])
    expect(said.filter((line) => line.includes('update ignored'))).toHaveLength(2)
    await sample.kill()
  }
  await publish(update({ plate: '34나5678' }))
  await using again = startProcess({ script, env })
  await again.line('34나5678 0.9500 2020-12-04T23:19:18.748Z')
  await frigate.endAsync()
})
