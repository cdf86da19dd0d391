import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { sustainedRate } from '../device/token-bucket.ts'
import type { Credentials } from '../link/message.ts'
import type { Outage } from '../play/outage.ts'
import type { SceneOptions } from '../play/scene.ts'
import { UsageError } from '../usage-error.ts'
import { readDevices } from './credentials.ts'
import { readTextFile } from './text-file.ts'

export type Options = {
  devices: Credentials[]
  via: 'nats' | 'mqtt'
  server: string
  ca: string | undefined
  spool: { folder: string; limit: number }
  scene: SceneOptions
  outage: Outage | undefined
  record: string | undefined
  replay: { file: string; speed: number; keepTimes: boolean } | undefined
  gate: boolean
  verbose: boolean
}

const flags = {
  store: { type: 'string', multiple: true },
  device: { type: 'string', multiple: true },
  secret: { type: 'string', multiple: true },
  'secret-file': { type: 'string', multiple: true },
  devices: { type: 'string' },
  via: { type: 'string', default: 'nats' },
  server: { type: 'string' },
  ca: { type: 'string' },
  spool: { type: 'string', default: '.data/recognizer' },
  'spool-limit': { type: 'string', default: '64' },
  rate: { type: 'string', default: '1' },
  count: { type: 'string' },
  plates: { type: 'string' },
  frames: { type: 'string', default: '1' },
  misreads: { type: 'string', default: '0' },
  duplicates: { type: 'string', default: '0' },
  exits: { type: 'string', default: '0' },
  outage: { type: 'string' },
  seed: { type: 'string' },
  record: { type: 'string' },
  replay: { type: 'string' },
  speed: { type: 'string' },
  'keep-times': { type: 'boolean', default: false },
  gate: { type: 'boolean', default: false },
  verbose: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/**
 * Parses the arguments and the environment.
 * @returns 'help' for --help
 * @throws UsageError
 */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): Options | 'help' {
  const values = parse(args)
  if (values.help) return 'help'
  const options: Options = {
    devices: devicesOf(values, env),
    ...serverOf(values.via, values.server),
    ca: values.ca === undefined ? undefined : readTextFile(values.ca, '--ca'),
    spool: { folder: values.spool, limit: number(values['spool-limit'], '--spool-limit', 0.01, 1e6) * 2 ** 20 },
    scene: sceneOf(values),
    outage: values.outage === undefined ? undefined : outageOf(values.outage),
    record: values.record,
    replay: replayOf(values),
    gate: values.gate,
    verbose: values.verbose,
  }
  checkRate(options)
  return options
}

type Values = ReturnType<typeof parse>

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: flags, strict: true, allowPositionals: false }).values
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(`${error.message.split(/\.?(?:\n|\. |$)/)[0]}.`)
  }
}

function devicesOf(values: Values, env: NodeJS.ProcessEnv): Credentials[] {
  return readDevices({
    stores: values.store ?? [],
    devices: values.device ?? [],
    secrets: values.secret ?? [],
    secretFiles: values['secret-file'] ?? [],
    file: values.devices,
    environment: env.RECOGNIZER_SECRET,
  })
}

function sceneOf(values: Values): SceneOptions {
  return {
    seed: values.seed ?? String(randomInt(1e9)),
    cars: values.count === undefined ? Number.POSITIVE_INFINITY : integer(values.count, '--count'),
    rate: number(values.rate, '--rate', 0.001, 10_000),
    plates: values.plates === undefined ? undefined : platesOf(values.plates),
    frames: framesOf(values.frames),
    misreads: number(values.misreads, '--misreads', 0, 1),
    duplicates: number(values.duplicates, '--duplicates', 0, 1),
    exits: number(values.exits, '--exits', 0, 1),
  }
}

function number(text: string, option: string, least: number, most: number): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= least && value <= most))
    throw new UsageError(`${option} takes a number from ${least} to ${most}, not "${text}".`)
  return value
}

function integer(text: string, option: string): number {
  const value = number(text, option, 1, 1e9)
  if (!Number.isInteger(value)) throw new UsageError(`${option} takes a whole number, not "${text}".`)
  return value
}

const servers = {
  nats: { url: 'nats://127.0.0.1:4222', scheme: /^(nats|tls):\/\/[^/\s]+$/, schemes: 'nats:// or tls://' },
  mqtt: { url: 'mqtt://127.0.0.1:1883', scheme: /^mqtts?:\/\/[^/\s]+$/, schemes: 'mqtt:// or mqtts://' },
}

function serverOf(via: string, server: string | undefined): Pick<Options, 'via' | 'server'> {
  if (via !== 'nats' && via !== 'mqtt') throw new UsageError(`--via takes nats or mqtt, not "${via}".`)
  const { url, scheme, schemes } = servers[via]
  if (server !== undefined && !scheme.test(server))
    throw new UsageError(`--server takes ${schemes} with a host and a port for ${via}, not "${server}".`)
  return { via, server: server ?? url }
}

function platesOf(file: string): string[] {
  const plates = readTextFile(file, '--plates')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  if (plates.length === 0) throw new UsageError(`The file ${file} of --plates contains no plate.`)
  return plates
}

function framesOf(text: string): [number, number] {
  const [, least = '', most = least] = /^(\d{1,3})(?:\.\.(\d{1,3}))?$/.exec(text) ?? []
  if (least === '' || Number(least) < 1 || Number(least) > Number(most))
    throw new UsageError(`--frames takes a number or a range such as 1..5, not "${text}".`)
  return [Number(least), Number(most)]
}

function outageOf(text: string): Outage {
  const [, every, seconds] = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(text)?.map(Number) ?? []
  if (!every || !seconds || seconds >= every)
    throw new UsageError(`--outage takes every:seconds such as 60:20, with seconds less than every, not "${text}".`)
  return { every, seconds }
}

function replayOf({ replay: file, speed, 'keep-times': keepTimes }: Values): Options['replay'] {
  if (file !== undefined) return { file, speed: number(speed ?? '1', '--speed', 0, 1e6), keepTimes }
  if (speed !== undefined || keepTimes) throw new UsageError('--speed and --keep-times need --replay.')
  return undefined
}

function checkRate({ scene: { cars, rate, frames, duplicates }, replay }: Options): void {
  if (replay && cars !== Number.POSITIVE_INFINITY) throw new UsageError('--count cannot be combined with --replay.')
  const messages = (rate * (frames[0] + frames[1]) * (1 + duplicates)) / 2
  if (!replay && cars === Number.POSITIVE_INFINITY && messages > sustainedRate)
    throw new UsageError(
      `This would be ${Math.round(messages)} messages a second, but a device sends at most ${sustainedRate}: lower --rate or --frames, or limit it with --count.`,
    )
}
