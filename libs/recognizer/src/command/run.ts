import { join } from 'node:path'
import { Device } from '../device/device.ts'
import { ExpectedPlates } from '../gate/expected-plates.ts'
import { Gate } from '../gate/gate.ts'
import { reasonOf } from '../link/link.ts'
import type { Credentials } from '../link/message.ts'
import { MqttLink } from '../link/mqtt-link.ts'
import { NatsLink } from '../link/nats-link.ts'
import { playOutages } from '../play/outage.ts'
import { playRecording, playScene, type SendRead } from '../play/play.ts'
import { Recording, readRecording } from '../play/recording.ts'
import { Spool } from '../spool/spool.ts'
import { UsageError } from '../usage-error.ts'
import type { Options } from './options.ts'
import { Status } from './status.ts'

/** Waiting reads of a device above which a replay at full speed pauses. */
const maxWaiting = 1_000

/** A device, and the function that sends a read of its camera. */
type Player = { deviceId: string; device: Device; send: SendRead }

/** Plays until all reads are acknowledged, or until the signal aborts. */
export async function run(options: Options, stream: NodeJS.WriteStream, signal: AbortSignal): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const recording = options.record === undefined ? undefined : stack.use(await Recording.create(options.record))
  const devices: Device[] = []
  const status = stack.use(new Status(devices, stream))
  const players: Player[] = []
  for (const credentials of options.devices) {
    const device = await openDevice(credentials, options, status, stack)
    const send = createSend(device, credentials, status, recording, options.verbose)
    devices.push(device)
    players.push({ deviceId: credentials.deviceId, device, send })
  }
  if (!options.replay) status.print(`The seed is ${options.scene.seed}.`)
  await playUntil(signal, players, options)
}

async function openDevice(
  credentials: Credentials,
  { spool: { folder, limit }, via, server, ca, gate: opensGate }: Options,
  status: Status,
  stack: AsyncDisposableStack,
): Promise<Device> {
  const { deviceId } = credentials
  const spool = stack.use(await Spool.open({ folder: join(folder, deviceId), limit }))
  if (spool.waiting > 0) status.print(`${deviceId}: ${spool.waiting} reads are waiting from the last run.`)
  if (spool.damaged > 0)
    status.print(`${deviceId}: ${spool.damaged} lines on the disk are damaged; their reads may be lost.`)
  const device = new Device({
    spool,
    gate: opensGate ? stack.use(openGate(credentials, join(folder, deviceId), status)) : undefined,
    openLink: (onState, gate) => {
      const link = { credentials, server, ca, onState, gate }
      return via === 'mqtt' ? new MqttLink(link) : new NatsLink(link)
    },
    onState: (state, reason) => status.print(`${deviceId}: ${state}${reason && `, ${reason}`}`),
  })
  return stack.use(device)
}

/** A simulated gate, which prints its actions. */
const openGate = (credentials: Credentials, folder: string, status: Status): Gate =>
  new Gate(new ExpectedPlates(join(folder, 'expected-plates.json'), credentials), ({ open, reason, local }) =>
    status.print(
      `${credentials.deviceId}: the gate ${open ? 'opens' : 'stays closed'}, ${reason}${local ? ', without the server' : ''}`,
    ),
  )

/** Returns the function that sends a camera's read: it prints, enqueues and records it. */
function createSend(
  device: Device,
  { deviceId }: Credentials,
  status: Status,
  recording: Recording | undefined,
  verbose: boolean,
): SendRead {
  return async (read) => {
    if (verbose) status.print(`${deviceId}: ${read.direction ?? 'in'} ${read.carNumber} ${read.confidence}`)
    try {
      await device.enqueue(read)
    } catch (error) {
      return status.print(`${deviceId}: a read was lost, ${reasonOf(error)}`)
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
    await playRecording(readRecording(replay.file), { ...replay, senderOf: senderOf(players, replay.speed) }, signal)
  else
    await Promise.all(players.map(({ send }, at) => playScene({ ...scene, seed: `${scene.seed}/${at}` }, send, signal)))
  await Promise.all(players.map(({ device }) => device.until(() => device.waiting === 0)))
}

/** Maps a recorded device to the played device with the same id, or to the only one. */
function senderOf(players: Player[], speed: number): (deviceId: string) => SendRead {
  return (deviceId) => {
    const player = players.length === 1 ? players[0] : players.find((each) => each.deviceId === deviceId)
    if (!player)
      throw new UsageError(`The recording contains device ${deviceId}, which is not among the devices to play.`)
    const { device, send } = player
    if (speed > 0) return send
    return async (read) => {
      await device.until(() => device.waiting < maxWaiting)
      await send(read)
    }
  }
}
