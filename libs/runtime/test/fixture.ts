import { pbkdf2 } from 'node:crypto'
import { createServer } from 'node:http'
import Type from 'typebox'
import { fault, readConfig, run } from '../src/index.ts'

/** A process that holds something open, for the tests of `run`. `MODE` chooses how it misbehaves. */
const mode = process.env.MODE

/** Keeps every thread of libuv's pool at work for as long as the process lives. */
function occupyThreadPool(): void {
  const work = () => pbkdf2('password', 'salt', 100_000, 64, 'sha512', work)
  for (let thread = 0; thread < 8; thread++) work()
}

const Config = Type.Object({
  OPERATIONS_HOST: Type.String({ default: '127.0.0.1' }),
  OPERATIONS_PORT: Type.Integer({ default: 0 }),
  LIMIT: Type.Integer({ default: 1 }),
})

const configuration = () => readConfig(Config)

await run('fixture', configuration, async ({ LIMIT }, { log, health }) => {
  log.info({ LIMIT }, 'configured')
  health.checks.set('thing', () => mode !== 'down')
  if (mode === 'hanging-check') health.checks.set('frozen', () => new Promise<boolean>(() => {}))
  await fault('fixture.start')
  const server = createServer().listen(0, '127.0.0.1')
  if (mode === 'busy-threads') occupyThreadPool()
  if (mode === 'crash')
    setTimeout(() => {
      throw new Error('late crash')
    }, 50)
  if (mode === 'reject') setTimeout(() => void Promise.reject(new Error('late rejection')), 50)
  if (mode === 'refuse') throw new Error('cannot start')
  return {
    async [Symbol.asyncDispose]() {
      if (mode === 'slow-stop') await new Promise((resolve) => setTimeout(resolve, 300))
      server.close()
      log.info('disposed')
    },
  }
})
