import { join } from 'node:path'
import { Device } from './device.ts'
import { reasonOf } from './link.ts'
import { MqttLink } from './link-mqtt.ts'
import { NatsLink } from './link-nats.ts'
import type { Credentials } from './message.ts'
import type { Options } from './options.ts'
import { playOutages } from './outage.ts'
import { playRecording, playScene, type Take } from './play.ts'
import { Recording, readRecording } from './record.ts'
import { Spool } from './spool.ts'
import { Status } from './status.ts'
import { UsageError } from './usage-error.ts'

/** Reads that may wait at a device while a recording is sent as fast as it goes. */
const room = 1_000

/** A device and its camera. */
type Player = { deviceId: string; device: Device; take: Take }

/** Plays until everything is seen and acknowledged, or the signal. */
export async function run(options: Options, stream: NodeJS.WriteStream, signal: AbortSignal): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const recording = options.record === undefined ? undefined : stack.use(await Recording.create(options.record))
  const devices: Device[] = []
  const status = stack.use(new Status(devices, stream))
  const players: Player[] = []
  for (const credentials of options.devices) {
    const device = await openDevice(credentials, options, status, stack)
    const take = camera(device, credentials, status, recording, options.verbose)
    devices.push(device)
    players.push({ deviceId: credentials.deviceId, device, take })
  }
  if (!options.replay) status.tell(`The seed is ${options.scene.seed}.`)
  await playUntil(signal, players, options)
}

async function openDevice(
  credentials: Credentials,
  { spool: { folder, limit }, via, server, ca }: Options,
  status: Status,
  stack: AsyncDisposableStack,
): Promise<Device> {
  const { deviceId } = credentials
  const spool = stack.use(await Spool.open({ folder: join(folder, deviceId), limit }))
  if (spool.waiting > 0) status.tell(`${deviceId}: ${spool.waiting} reads wait from before.`)
  if (spool.damaged > 0)
    status.tell(`${deviceId}: ${spool.damaged} lines on the disk are damaged, and reads in them may be lost.`)
  const device = new Device({
    spool,
    openLink: (onState) => {
      const link = { credentials, server, ca, onState }
      return via === 'mqtt' ? new MqttLink(link) : new NatsLink(link)
    },
    onState: (state, reason) => status.tell(`${deviceId}: ${state}${reason && `, ${reason}`}`),
  })
  return stack.use(device)
}

/** What a camera does with a read. */
function camera(
  device: Device,
  { deviceId }: Credentials,
  status: Status,
  recording: Recording | undefined,
  verbose: boolean,
): Take {
  return async (read) => {
    if (verbose) status.tell(`${deviceId}: ${read.direction ?? 'in'} ${read.carNumber} ${read.confidence}`)
    try {
      await device.take(read)
    } catch (error) {
      return status.tell(`${deviceId}: a read was lost, ${reasonOf(error)}`)
    }
    await recording?.write({ at: new Date().toISOString(), deviceId, read })
  }
}

async function playUntil(signal: AbortSignal, players: Player[], options: Options): Promise<void> {
  const ended = new AbortController()
  const until = AbortSignal.any([signal, ended.signal])
  const { outage } = options
  const outages = outage ? players.map(({ device }) => playOutages(device, outage, until)) : []
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  try {
    await Promise.race([playAll(players, options, until), aborted])
  } finally {
    ended.abort()
    await Promise.all(outages)
  }
}

async function playAll(players: Player[], { scene, replay }: Options, signal: AbortSignal): Promise<void> {
  if (replay)
    await playRecording(readRecording(replay.file), { ...replay, takeOf: casting(players, replay.speed) }, signal)
  else
    await Promise.all(players.map(({ take }, at) => playScene({ ...scene, seed: `${scene.seed}/${at}` }, take, signal)))
  await Promise.all(players.map(({ device }) => device.until(() => device.waiting === 0)))
}

/** Who plays which device of a recording: the one of the same id, or the only one there is. */
function casting(players: Player[], speed: number): (deviceId: string) => Take {
  return (deviceId) => {
    const player = players.length === 1 ? players[0] : players.find((each) => each.deviceId === deviceId)
    if (!player) throw new UsageError(`The recording has a device ${deviceId}, which is none of those that are played.`)
    const { device, take } = player
    if (speed > 0) return take
    return async (read) => {
      await device.until(() => device.waiting < room)
      await take(read)
    }
  }
}
