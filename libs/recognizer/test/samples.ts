import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, writeSync } from 'node:fs'
import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChild } from '@kingcar/localstack/leashed-child'
import type { Credentials } from '../src/link/message.ts'
import { fetchMosquitto, fetchPaho } from './tools.ts'

const folder = fileURLToPath(new URL('../samples', import.meta.url))

/** A sample for makers, ready to run; `missing` is a sentence why it cannot run on this machine. */
export type Sample = { name: SampleName; command: readonly string[]; env: Record<string, string>; missing?: string }

const inherited = () => ({ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' })
const succeeds = (command: string, ...args: string[]) => spawnSync(command, args, { timeout: 20_000 }).status === 0

async function nodeSample(): Promise<Omit<Sample, 'name'>> {
  return { command: [process.execPath, join(folder, 'node/recognizer.mjs')], env: {} }
}

async function pythonSample(): Promise<Omit<Sample, 'name'>> {
  const command = ['python3', join(folder, 'python/recognizer.py')]
  if (!succeeds('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 9))'))
    throw new Error('there is no python3 of version 3.9 or newer')
  if (succeeds('python3', '-c', 'import paho.mqtt.enums')) return { command, env: {} } // exists since version 2
  return { command, env: { PYTHONPATH: await fetchPaho() } }
}

async function cSample(): Promise<Omit<Sample, 'name'>> {
  const compiler = process.env.CC || 'cc'
  if (!succeeds(compiler, '--version')) throw new Error('there is no C compiler')
  if (!succeeds('make', '--version')) throw new Error('there is no make')
  const build = await mkdtemp(join(tmpdir(), 'kingcar-sample-'))
  for (const file of ['recognizer.c', 'Makefile']) await copyFile(join(folder, 'c', file), join(build, file))
  const make = (...flags: string[]) =>
    spawnSync('make', ['-C', build, `CC=${compiler}`, ...flags], { encoding: 'utf8', timeout: 60_000 })
  const command = [join(build, 'recognizer')]
  const first = make()
  if (first.status === 0) return { command, env: {} }
  if (!/mosquitto\.h|-lmosquitto/.test(first.stderr)) throw new Error(first.stderr)
  const { lib, include } = await fetchMosquitto()
  const second = make(`CPPFLAGS=-I${include}`, `LDFLAGS=-L${lib}`)
  if (second.status !== 0) throw new Error(second.stderr)
  return { command, env: { LD_LIBRARY_PATH: lib } }
}

async function shellSample(): Promise<Omit<Sample, 'name'>> {
  const command = ['sh', join(folder, 'shell/recognizer.sh')]
  if (spawnSync('mosquitto_pub', ['--help']).stdout?.length) return { command, env: {} }
  const { bin, lib } = await fetchMosquitto()
  return { command, env: { PATH: `${bin}${delimiter}${inherited().PATH}`, LD_LIBRARY_PATH: lib } }
}

const finders = { Node: nodeSample, Python: pythonSample, C: cSample, shell: shellSample }
export type SampleName = keyof typeof finders

/** Finds or downloads the tools of a sample. Throws for a fault of the sample itself, such as a compiler warning. */
export async function findSample(name: SampleName): Promise<Sample> {
  try {
    return { name, ...(await finders[name]()) }
  } catch (error) {
    const reason = error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : ''
    if (/\.c:\d+/.test(reason)) throw error
    return { name, command: [], env: {}, missing: `The sample in ${name} was not tried: ${reason}.` }
  }
}

/** All samples; prints those that cannot run. */
export async function findSamples(): Promise<Sample[]> {
  const found = await Promise.all((Object.keys(finders) as SampleName[]).map(findSample))
  for (const { missing } of found) if (missing) process.stderr.write(`${missing}\n`)
  return found
}

export type RunningSample = AsyncDisposable & {
  pid: number
  /** Writes lines to its input. */
  feed(...lines: readonly string[]): void
  /** Closes its input. */
  end(): void
  output(): string
  /** Waits for output. */
  says(pattern: RegExp): Promise<void>
  exited: Promise<number | null>
  /** Sends SIGKILL to it and its children, like a power loss. */
  kill(): Promise<void>
}

export type SampleOptions = { credentials: Credentials; server: string; queue: string; ca?: string }

/** Starts a sample that reads lines from a pipe. It ends with the test in any case. */
export async function startSample(
  { command, env }: Sample,
  { credentials: { storeId, deviceId, secret }, server, queue, ca }: SampleOptions,
): Promise<RunningSample> {
  const pipe = join(await mkdtemp(join(tmpdir(), 'kingcar-lines-')), 'lines')
  if (!succeeds('mkfifo', pipe)) throw new Error('mkfifo failed')
  const lines = openSync(pipe, 'r+') // both ends, since opening one would wait for the other
  let said = ''
  const waiting = new Set<() => void>()
  const opened = Promise.withResolvers<void>()
  const child = startChild({
    command: '/bin/sh',
    args: ['-c', 'exec <"$1"; echo opened; shift; exec "$@"', 'sh', pipe, ...command],
    env: {
      ...inherited(),
      ...env,
      TMPDIR: tmpdir(),
      ...{ KINGCAR_MQTT: server, KINGCAR_STORE: storeId, KINGCAR_DEVICE: deviceId, KINGCAR_SECRET: secret },
      KINGCAR_QUEUE: queue,
      ...(ca !== undefined && { KINGCAR_CA: ca }),
    },
    onLine: (line) => {
      if (line === 'opened') return opened.resolve()
      said += `${line}\n`
      for (const check of waiting) check()
    },
  })
  await opened.promise // without an open end, lines would be lost
  const says = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${command[0]} did not say ${pattern}, but:\n${said}`)), 20_000)
      const check = () => {
        if (!pattern.test(said)) return
        clearTimeout(timer)
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
    })
  let open = true
  const end = () => {
    if (open) closeSync(lines)
    open = false
  }
  const kill = async () => {
    if (child.running) process.kill(-child.pid, 'SIGKILL')
    await child.exited
    end()
  }
  return {
    pid: child.pid,
    feed: (...texts) => void writeSync(lines, texts.map((text) => `${text}\n`).join('')),
    end,
    output: () => said,
    says,
    exited: child.outputEnded.then(({ code }) => code),
    kill,
    [Symbol.asyncDispose]: kill,
  }
}

/** The files in a queue. */
export const waitingIn = (queue: string): string[] =>
  existsSync(queue) ? readdirSync(queue).filter((name) => name.endsWith('.json')) : []
