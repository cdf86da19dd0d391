import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { root } from '@kingcar/localstack/paths'
import type { Launched } from './launch.ts'

/** A stop is complete when no process holds the output open: npm itself exits before its children. */
async function run(dataDir: string): Promise<Launched> {
  const ports = { PORT: '0', NATS_PORT: '0', MQTT_PORT: '0', METRICS_PORT: '0' }
  const env = { ...process.env, NODE_ENV: '', ...ports, DATA_DIR: dataDir }
  const output: string[] = []
  const begin = performance.now()
  const child = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  const { promise: ready, resolve } = Promise.withResolvers<number>()
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      output.push(line)
      if (line.startsWith('ready {')) resolve(performance.now() - begin)
    })
  const readyMs = await Promise.race([ready, closed.then(() => undefined)])
  if (readyMs === undefined) throw new Error(`npm start exited:\n${output.join('\n')}`)
  return {
    readyMs,
    pids: [],
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await closed
    },
  }
}

/** Creates a data folder by a first start, and returns a function that runs `npm start` in it. */
export async function npmStart(dataDir: string): Promise<() => Promise<Launched>> {
  await (await run(dataDir))[Symbol.asyncDispose]()
  return () => run(dataDir)
}
