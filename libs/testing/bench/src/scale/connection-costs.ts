import { setTimeout as wait } from 'node:timers/promises'
import { connect, StorageType } from 'nats'
import { ownCpuOf } from '../cpu.ts'
import { memoryOf } from '../proc.ts'
import { secretHashOf, startPipeline } from '../recognition/pipeline.ts'
import { createWorkload } from '../recognition/workload.ts'

export type ConnectionsSize = { devices: number; idleSeconds: number; messages: number }

export type ConnectionsCost = {
  devices: number
  /** KiB of nats-server per device connection; and CPU milliseconds of server and gateway per sign-in. */
  kib: number
  signIn: { nats: number; gateway: number }
  /** CPU microseconds of nats-server per second and silent connection. */
  idle: number
  /** Single messages per second that nats-server stores, in one stream and in four in parallel. */
  stored: { one: number; four: number }
}

/** What connected devices cost nats-server, and whether parallel streams store more than one. */
export async function connectionsCosts(
  { devices, idleSeconds, messages }: ConnectionsSize,
  folder: string,
  stack: AsyncDisposableStack,
): Promise<ConnectionsCost> {
  const { setup, natsPid, gatewayPid, edge, workload } = await startServer(folder, stack, devices)
  const stored = { one: await storedPerSecond(setup, 1, messages), four: await storedPerSecond(setup, 4, messages) }
  const before = { kib: memoryOf(natsPid) ?? 0, nats: ownCpuOf(natsPid), gateway: ownCpuOf(gatewayPid) }
  const servers = edge.environment('setup').NATS_URL
  for (let at = 0; at < workload.devices.length; at += 20)
    await Promise.all(
      workload.devices.slice(at, at + 20).map(async ({ id, secret }) => {
        const connection = await connect({ servers, user: id, pass: secret })
        stack.defer(() => connection.close())
      }),
    )
  const each = (value: number) => value / devices
  const signIn = {
    nats: each(ownCpuOf(natsPid) - before.nats),
    gateway: each(ownCpuOf(gatewayPid) - before.gateway),
  }
  const quiet = ownCpuOf(natsPid)
  await wait(idleSeconds * 1_000)
  const idle = each(((ownCpuOf(natsPid) - quiet) * 1_000) / idleSeconds)
  return { devices, kib: each((memoryOf(natsPid) ?? 0) - before.kib), signIn, idle, stored }
}

async function startServer(folder: string, stack: AsyncDisposableStack, devices: number) {
  const workload = createWorkload(10, { stores: devices, devicesOfStore: 1 })
  // the devices are connected below, so the pipeline itself connects none
  const pipeline = await startPipeline(folder, stack, { ...workload, devices: [] }, {})
  for (const { id, storeId, secret } of workload.devices) {
    const data = JSON.stringify({ deviceId: id, storeId, secretHash: secretHashOf(secret), version: 1 })
    await pipeline.setup.request(`devices.${id}`, data, { timeout: 10_000 })
  }
  return { ...pipeline, workload }
}

/** Single messages, as devices send them, 256 in flight per stream. */
async function storedPerSecond(
  setup: Awaited<ReturnType<typeof startPipeline>>['setup'],
  streams: number,
  messages: number,
): Promise<number> {
  const manager = await setup.jetstreamManager()
  const names = Array.from({ length: streams }, (_, at) => `SCALE_${streams}_${at}`)
  for (const name of names) await manager.streams.add({ name, subjects: [`scale.${name}`], storage: StorageType.File })
  const data = 'x'.repeat(250)
  const began = performance.now()
  const one = async (name: string) => {
    const rest = Array.from({ length: Math.ceil(messages / streams) }).values()
    const publish = async () => {
      for (const _ of rest) await setup.request(`scale.${name}`, data, { timeout: 30_000 })
    }
    await Promise.all(Array.from({ length: 256 / streams }, publish))
  }
  await Promise.all(names.map(one))
  const perSecond = (messages * 1_000) / (performance.now() - began)
  for (const name of names) await manager.streams.delete(name)
  return perSecond
}
