import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { type TemporaryFolder, temporaryFolder } from '@kingcar/testing'
import { fillFromFirstStart } from '@kingcar/testing/first-start'
import type { Ready } from '../local/product.ts'

export type Starter = AsyncDisposable & {
  pid: number
  child: ChildProcess
  /** What was printed so far, both streams. */
  output(): string
  stdout(): string
  /** The content of the last line. */
  ready(): Promise<Ready>
  exited: Promise<number | null>
}

/** Runs a script of deploy/local as npm does, on free ports. Its processes are recognized by `dataDir`. */
export function runStarter(
  dataDir: string,
  env: Record<string, string> = {},
  [command, ...args]: readonly [string, ...string[]] = [process.execPath, 'deploy/local/start.ts'],
): Starter {
  const child = spawn(command, args, {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: '',
      DEMO: 'small',
      PORT: '0',
      NATS_PORT: '0',
      MQTT_PORT: '0',
      METRICS_PORT: '0',
      DATA_DIR: dataDir,
      MARK: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  return {
    pid: child.pid ?? 0,
    child,
    output: () => stderr + stdout,
    stdout: () => stdout,
    async ready() {
      while (!/^ready .*\n/m.test(stdout)) {
        const ended = await Promise.race([exited.then(() => true), once(child.stdout, 'data').then(() => false)])
        if (ended) throw new Error(`ended before it was ready:\n${stderr}`)
      }
      return JSON.parse(/^ready (.*)\n/m.exec(stdout)?.[1] ?? '') as Ready
    },
    exited,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** A data folder as a first start leaves it, for tests of what comes after. */
export async function startedBefore(): Promise<TemporaryFolder> {
  const folder = temporaryFolder()
  await fillFromFirstStart(folder.path, async (dataDir) => {
    const starter = runStarter(dataDir)
    await starter.ready()
    await starter[Symbol.asyncDispose]()
  })
  return folder
}

export type Device = { storeId: string; deviceId: string; secret: string }

/** The demo's recognizer, which a start writes into its data folder. */
export function demoDevice(dataDir: string): Device {
  const [device] = JSON.parse(readFileSync(join(dataDir, 'recognizer.json'), 'utf8')) as Device[]
  if (!device) throw new Error('the demo has no recognizer')
  return device
}

/** Processes that name this data folder in their command or environment, with their commands. */
export function processesOf(dataDir: string): string[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return ids.flatMap((id) => {
    try {
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8')
      const named = `${command}${readFileSync(`/proc/${id}/environ`, 'utf8')}`.includes(dataDir)
      const ours = Number(id) === process.pid || command.includes('kingcar-janitor')
      return named && !ours ? [`${id} ${command.replaceAll('\0', ' ').slice(0, 200)}`] : []
    } catch {
      return [] // it has ended, or belongs to another user
    }
  })
}

/** The pid of the process whose command shows the text. */
export function pidOf(dataDir: string, text: string): number | undefined {
  const line = processesOf(dataDir).find((entry) => entry.includes(text) && !entry.includes('kingcar-leash'))
  return line === undefined ? undefined : Number.parseInt(line, 10)
}

/** True if a program listens at `host:port`, with or without a scheme. */
export async function listens(address: string): Promise<boolean> {
  const port = Number(/:(\d+)$/.exec(address)?.[1])
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false // refused
  } finally {
    socket.destroy()
  }
}
