import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { ConfigError } from './config.ts'
import { createLogger, type Logger } from './log.ts'
import { buildOperationsServer, createHealth, type Health } from './operations-server.ts'
import { openTracing } from './tracing.ts'

export type Process = { log: Logger; health: Health; stop: (reason: string) => void }

/** Milliseconds. A stop that takes longer is ended hard, so that what hangs holds up no restart. */
const stopDeadline = 10_000

/** Where the listener for operators stands; every process reads it. */
type OperationsConfig = { OPERATIONS_HOST: string; OPERATIONS_PORT: number }

/**
 * Runs one process until SIGINT, SIGTERM or a fatal fault: reads its configuration, opens the operations port, starts,
 * waits, disposes in reverse. What is wrong with the configuration is one line of the log, and the process exits with 1.
 * The only place that listens to process signals. A supervisor reads the line `ready` for the operations port.
 * @param configure called once, here, so that its ConfigError meets the log
 */
export async function run<C extends OperationsConfig>(
  name: string,
  configure: () => C,
  start: (config: C, process: Process) => Promise<AsyncDisposable>,
): Promise<void> {
  const log = createLogger(name)
  const health = createHealth()
  const stopping = new AbortController()
  const stop = (reason: string) => stopping.abort(reason)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(signal))
  for (const fatal of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(fatal, (err) => {
      log.fatal({ err }, fatal)
      process.exitCode = 1
      stop(fatal)
    })
  stopping.signal.addEventListener('abort', () => {
    health.draining = true
    setTimeout(() => process.exit(process.exitCode ?? 1), stopDeadline).unref()
  })
  const app = buildOperationsServer(health)
  try {
    const config = configure()
    await using _tracing = await openTracing(name, log)
    await app.listen({ host: config.OPERATIONS_HOST, port: config.OPERATIONS_PORT })
    await using _running = await start(config, { log, health, stop })
    log.info({ operations: (app.server.address() as AddressInfo).port }, 'ready')
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort')
    log.info({ reason: stopping.signal.reason }, 'stopping')
  } catch (err) {
    if (err instanceof ConfigError) log.fatal(err.message)
    else log.fatal({ err }, 'failed')
    process.exitCode = 1
  } finally {
    await app.close()
  }
  log.info('stopped')
  process.exit()
}
