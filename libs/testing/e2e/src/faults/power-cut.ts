import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findNatsServer } from '@kingcar/localstack/nats'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { type Deployment, fillDeploymentFromSharedStart, openDeployment } from '../deployment/deployment.ts'
import { withoutLimits } from '../product.ts'
import type { PowerOptions } from './cut-power.ts'
import { makeDisk, mountDisk, run } from './mount-disk.ts'
import { becomesTrue } from './traffic.ts'
import { startWriters } from './writers.ts'

/** Run by `cutPower` in its own mount namespace; prints the outcome. */

/** Size of the disk; its file is sparse. */
const diskSize = '4G'
/** Writes of each kind before the power is cut. */
const much = 10
/** PostgreSQL's asynchronous commit: the WAL is written slightly later. */
const later = { synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '1GB' }

const { onDisk, safe, seconds, pause } = JSON.parse(process.argv[2] ?? '') as PowerOptions
await using folder = temporaryFolder()
const disk = join(folder.path, 'disk')
const copy = join(folder.path, 'copy')
const mounted = join(folder.path, 'mounted')
mkdirSync(mounted)

const options = {
  each: 1,
  dataDir: join(mounted, 'data'),
  postgresSettings: safe ? {} : later,
  environment: withoutLimits,
}
await using stack = new AsyncDisposableStack()
const mount = (file: string) => onDisk && stack.use(mountDisk(file, mounted))
if (onDisk) makeDisk(disk, diskSize)
mount(disk)
await fillDeploymentFromSharedStart(options.dataDir)
if (onDisk) run('sync', '--file-system', mounted) // data copied there is treated as stored long ago
if (!safe) process.env.NATS_SERVER_BIN = await lazyBroker(folder.path)
const before = await openDeployment(options)
// A broker with lazy writes would lose the streams themselves, and not start at all.
if (!safe) run('sync', '--file-system', mounted)
console.error('at work')
const writers = await startWriters(before, pause)
await wait(seconds * 1_000)
if (!(await becomesTrue(() => Object.values(writers.acknowledged()).every((count) => count >= much))))
  throw new Error(`too few writes were acknowledged: ${JSON.stringify(writers.acknowledged())}`)
freezeAll(before)
const told = writers.stop()
if (onDisk) run('cp', '--sparse=always', disk, copy)
await killAll(before)
console.error(`the power is cut: ${JSON.stringify(told)}`)

mount(copy) // over the other one
rmSync(join(options.dataDir, 'lock'), { force: true }) // its process id is this one's, which the cut did not end
const after = await openDeployment(options)
const lost = await writers.missing(after)
await killAll(after)
console.log(JSON.stringify({ told, lost }))

function freezeAll({ instances }: Deployment): void {
  for (const instance of instances) instance.freeze()
}

async function killAll(deployment: Deployment): Promise<void> {
  for (const instance of deployment.instances) instance.held = true
  await Promise.all(deployment.instances.map((instance) => instance.kill()))
  await deployment[Symbol.asyncDispose]()
}

/** nats-server with the product's configuration, except that it syncs to the disk at its default interval. */
async function lazyBroker(path: string): Promise<string> {
  const program = await findNatsServer()
  const configuration = join(path, 'nats')
  const own = fileURLToPath(new URL('../../../../../deploy/nats', import.meta.url))
  run('cp', '-r', own, configuration)
  run('sed', '-i', '/sync_interval/d', join(configuration, 'nats.conf'))
  const wrapper = join(path, 'nats-server')
  const script = `#!/bin/sh
[ "$1" = -c ] && exec '${program}' -c "${configuration}/$(basename "$2")"
exec '${program}' "$@"
`
  writeFileSync(wrapper, script, { mode: 0o755 })
  return wrapper
}
