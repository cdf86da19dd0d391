import { join } from 'node:path'
import { build } from '@kingcar/deploy/build'
import type { ProcessName } from '@kingcar/deploy/environment'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { startPlainNats } from '../plain-nats.ts'
import { machine, type Report, versionOf } from '../report.ts'
import { rotate, type Variant } from '../rotate.ts'
import { type Launch, type Launched, launchVariant } from '../start/launch.ts'
import { npmStart } from '../start/npm-start.ts'
import { bareName, commandName, processes, togetherName, toReport } from '../start/report.ts'
import { type Servers, startServers } from '../start/servers.ts'
import { bundlePeer, startPeerBundle } from '../start-peer.ts'

export type Size = {
  rounds: number
  /** Seconds from `ready` until a process counts as idle. */
  rest: number
  /** True if each is started once before measuring. */
  warmUp: boolean
}

export const full: Size = { rounds: 7, rest: 5, warmUp: true }
/** Long enough to show that it works, too short for a claim. */
export const smoke: Size = { rounds: 1, rest: 0, warmUp: false }

/**
 * How long the product's processes take until `ready`, and their memory then: each alone, all together, and `npm start`
 * itself on an existing data folder; the servers run already, with tables and streams. Node alone and the same of a
 * framework are started in each round for comparison.
 */
export async function start(size: Size, progress: (line: string) => void): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  await build(progress)
  progress('starting the servers')
  const folder = stack.use(temporaryFolder())
  const ground = await startServers(join(folder.path, 'ground'), stack)
  const variants = [
    launchVariant(bareName, await peer('bare-node'), size),
    ...processes.map((name) => launchVariant(name, () => startOurs(ground, [name]), size)),
    ...(await nest(ground, size, stack)),
    launchVariant(togetherName, () => startOurs(ground, processes), size),
    launchVariant(commandName, await npmStart(join(folder.path, 'data')), size),
  ]
  const measured = await rotate(variants, {
    rounds: size.rounds,
    onRound: (round) => progress(`round ${round} of ${size.rounds}`),
  })
  return { ...toReport(size, measured), machine: machine({ nest: versionOf('@nestjs/core') }) }
}

/** Starts these processes concurrently. */
async function startOurs(ground: Servers, names: readonly ProcessName[]): Promise<Launched> {
  await using stack = new AsyncDisposableStack()
  const all = await Promise.all(names.map((name) => ground.start(name)))
  for (const { child } of all) stack.use(child)
  const started = stack.move()
  return {
    pids: all.map(({ child }) => child.pid),
    readyMs: Math.max(...all.map(({ readyMs }) => readyMs)),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

/** A service and a gateway of NestJS with its NATS transport, with one operation each. */
async function nest({ databaseUrl }: Servers, size: Size, stack: AsyncDisposableStack): Promise<Variant<Launch>[]> {
  const environment = { NATS_URL: (await startPlainNats(stack)).url, DATABASE_URL: databaseUrl }
  return [
    launchVariant('NestJS service, one operation', await peer('nest-service', environment), size),
    launchVariant('NestJS gateway, one operation', await peer('nest-gateway', environment), size),
  ]
}

/** Bundles a peer, and returns a function that starts it. */
async function peer(name: string, environment?: Record<string, string>): Promise<() => Promise<Launched>> {
  const file = await bundlePeer(name)
  return async () => {
    const begin = performance.now()
    const { pid, [Symbol.asyncDispose]: dispose } = await startPeerBundle(file, environment)
    return { pids: [pid], readyMs: performance.now() - begin, [Symbol.asyncDispose]: dispose }
  }
}
