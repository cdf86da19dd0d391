import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@kingcar/localstack/ports'
import { temporaryFolder } from '@kingcar/testing'

/** True if a program of this name is installed. */
export const hasProgram = (name: string): boolean => {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.some((folder) => existsSync(join(folder, name)))
}

/** The proxy's log of a request: its id, the status, and whether it was forwarded. */
export type Passed = { id: string; status: number; handedOn: boolean }

export type Proxy = AsyncDisposable & { url: string; passed(): Passed[] }

/**
 * One log line per request; connections to the gateway are shared by all clients. The gateway gets the proxy's own
 * request id, and the client's address after whatever the client claims.
 */
const configuration = (port: number, gateway: string) => `
global
  log stdout format raw local0
  maxconn 2000
defaults
  mode http
  log global
  log-format "request %ID %ST %s"
  timeout connect 2s
  timeout client 6s
  timeout server 15s
  timeout http-request 6s
  timeout tunnel 5s
frontend edge
  bind 127.0.0.1:${port}
  option forwardfor
  unique-id-format px-%[uuid()]
  http-request set-header X-Request-Id %[unique-id]
  http-response set-header X-Proxy-Id %[unique-id]
  default_backend product
backend product
  http-reuse always
  server gateway ${gateway}
`

/** Starts haproxy in front of a gateway. */
export async function startHaproxy(base: string): Promise<Proxy> {
  const port = await freePort()
  const { output, ...running } = await runHaproxy(configuration(port, new URL(base).host), port)
  return {
    ...running,
    url: `http://127.0.0.1:${port}`,
    passed: () =>
      [...output().matchAll(/^request (\S+) (-?\d+) (\S+)$/gm)].map(([, id = '', status, server]) => ({
        id,
        status: Number(status),
        handedOn: server === 'gateway',
      })),
  }
}

/** Runs haproxy with a configuration, and waits until it listens on this port of 127.0.0.1. */
export async function runHaproxy(
  text: string,
  port: number,
  env: Record<string, string> = {},
): Promise<AsyncDisposable & { output(): string; reload(text: string): void }> {
  await using opened = new AsyncDisposableStack()
  const folder = opened.use(temporaryFolder())
  const file = join(folder.path, 'haproxy.cfg')
  writeFileSync(file, text)
  const path = `${process.env.PATH}${delimiter}/usr/sbin${delimiter}/usr/local/sbin`
  const said = join(folder.path, 'haproxy.log')
  const log = openSync(said, 'a') // a file and not a pipe: haproxy drops lines when a pipe is not read fast enough
  opened.defer(() => closeSync(log))
  const child = spawn('haproxy', ['-W', '-db', '-f', file], {
    env: { ...process.env, PATH: path, ...env },
    stdio: ['ignore', log, log],
  })
  const exited = once(child, 'exit')
  opened.defer(async () => {
    child.kill('SIGTERM')
    await exited
  })
  const output = () => readFileSync(said, 'utf8')
  await listens(port, child, output)
  const held = opened.move()
  const reload = (changed: string) => {
    writeFileSync(file, changed)
    child.kill('SIGUSR2')
  }
  return { output, reload, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

async function listens(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`haproxy ended:\n${output()}`)
    const socket = connect(port, '127.0.0.1')
    const answered = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (answered) return
    await wait(25)
  }
  throw new Error(`haproxy does not listen:\n${output()}`)
}
