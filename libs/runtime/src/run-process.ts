import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { ConfigError } from './config.ts'
import { createLogger, type Logger } from './log.ts'
import { buildOperationsServer, createHealth, type Health } from './operations-server.ts'
import { openTracing } from './tracing.ts'

export type Process = { log: Logger; health: Health; stop: (reason: string) => void }

/** Milliseconds after which a shutdown is aborted, so that a hanging process does not delay its restart. */
const stopDeadline = 10_000

/** Address of the operations server; every process reads it. */
type OperationsConfig = { OPERATIONS_HOST: string; OPERATIONS_PORT: number }

/**
 * Runs a process until SIGINT, SIGTERM or a fatal error: reads its configuration, opens the operations port, starts, waits and
 * disposes in reverse order. A configuration error is one log line, and the process exits with 1. This is the only place that
 * handles process signals. A supervisor reads the operations port from the log line `ready`.
 * @param configure called once, here, so that its ConfigError is logged
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
    else log.fatal({ err }, 'process failed')
    process.exitCode = 1
  } finally {
    await app.close()
  }
  log.info('stopped')
  process.exit()
}
