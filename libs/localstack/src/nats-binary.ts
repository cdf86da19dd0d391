import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptDownload, aptMirror, download, unpackDeb } from './debian-package.ts'
import { cacheFolder, inPartFolder } from './download-cache.ts'
import { UserFacingError } from './user-facing-error.ts'

type Version = readonly [number, number, number]

/** Older versions have known vulnerabilities and no atomic batches. */
const minimum: Version = [2, 12, 7]

/** Packages with a known checksum, so that the mirror need not be trusted. They are from a testing suite and will disappear. */
const pinned: Record<string, { file: string; sha256: string }> = {
  'linux-x64': {
    file: 'pool/main/n/nats-server/nats-server_2.15.1-1_amd64.deb',
    sha256: '31ef4ceaa84e8248d449e508472e3770c17c3695cb5cb0ee96e03912724ea884',
  },
}

/** The official release, checked against its published checksums. */
const release = 'https://github.com/nats-io/nats-server/releases/download/v2.12.7'

type Log = (line: string) => void
type Step = (log: Log) => string | undefined | Promise<string | undefined>

const steps: readonly (readonly [name: string, step: Step])[] = [
  ['PATH', fromPath],
  ['the cache', fromCache],
  ['its Debian package', fromPinnedPackage],
  ['apt', fromApt],
  ['its release', fromRelease],
]

/**
 * The path of a nats-server that is new enough: NATS_SERVER_BIN, else from PATH, else downloaded once, without root.
 * @throws UserFacingError when none is found, with what was tried
 */
export async function findNatsServer(log: Log = () => undefined): Promise<string> {
  const given = process.env.NATS_SERVER_BIN
  if (given) {
    if (versionOf(given, log)) return given
    throw new UserFacingError(
      `NATS_SERVER_BIN is ${given}, which is not a nats-server of version ${minimum.join('.')} or newer.`,
    )
  }
  const failures: string[] = []
  for (const [name, step] of steps)
    try {
      const found = await step(log)
      if (found) return found
    } catch (error) {
      const reason =
        error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error)
      failures.push(`${name}: ${reason}`)
    }
  throw new UserFacingError(
    [
      `No nats-server of version ${minimum.join('.')} or newer was found, and none could be downloaded.`,
      'Install one (https://github.com/nats-io/nats-server/releases) into PATH, or set NATS_SERVER_BIN.',
      ...failures,
    ].join('\n  '),
  )
}

/** The version of a program; undefined if it does not run or is too old. */
function versionOf(program: string, log: Log): string | undefined {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 10_000 })
  const numbers = /v?(\d+)\.(\d+)\.(\d+)/
    .exec(stdout ?? '')
    ?.slice(1)
    .map(Number)
  if (status !== 0 || !numbers) return undefined
  const differing = minimum.findIndex((least, at) => numbers[at] !== least)
  if (differing === -1 || (numbers[differing] ?? 0) > (minimum[differing] ?? 0)) return numbers.join('.')
  log(`${program} is version ${numbers.join('.')}, older than ${minimum.join('.')}: skipped`)
  return undefined
}

function fromPath(log: Log): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/sbin', '/usr/local/sbin', '/usr/local/bin')
  return folders.map((folder) => join(folder, 'nats-server')).find((file) => existsSync(file) && versionOf(file, log))
}

function fromCache(log: Log): string | undefined {
  const files = readdirSync(cacheFolder()).filter((file) => /^nats-server-\d+\.\d+\.\d+$/.test(file))
  files.sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
  return files.map((file) => join(cacheFolder(), file)).find((file) => versionOf(file, log))
}

async function fromPinnedPackage(log: Log): Promise<string | undefined> {
  const entry = pinned[`${process.platform}-${process.arch}`]
  const mirror = entry && aptMirror()
  if (!mirror) return undefined
  return inPartFolder(async (folder) => {
    unpackDeb(await download(new URL(entry.file, mirror).href, entry.sha256), folder)
    return addToCache(programIn(folder), log)
  })
}

async function fromApt(log: Log): Promise<string | undefined> {
  const mirror = aptMirror()
  if (!mirror) return undefined
  for (const suite of ['forky', 'sid']) {
    const found = await inPartFolder((folder) => {
      const deb = aptDownload('nats-server', suite, mirror, folder)
      if (!deb) return undefined
      unpackDeb(deb, folder)
      return addToCache(programIn(folder), log)
    })
    if (found) return found
  }
  return undefined
}

async function fromRelease(log: Log): Promise<string | undefined> {
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string]
  if (!arch || !['linux', 'darwin'].includes(process.platform)) return undefined
  const name = `nats-server-${release.split('/').at(-1)}-${process.platform}-${arch}`
  const sums = (await download(`${release}/SHA256SUMS`)).toString()
  const sum = sums
    .split('\n')
    .find((line) => line.endsWith(`${name}.tar.gz`))
    ?.split(/\s/)[0]
  if (!sum) throw new Error(`no checksum for ${name}`)
  return inPartFolder(async (folder) => {
    const archive = join(folder, 'archive.tar.gz')
    writeFileSync(archive, await download(`${release}/${name}.tar.gz`, sum))
    const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', folder], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`tar: ${stderr}`)
    return addToCache(join(folder, name, 'nats-server'), log)
  })
}

const programIn = (folder: string) =>
  ['usr/sbin/nats-server', 'usr/bin/nats-server'].map((file) => join(folder, file)).find(existsSync) ?? ''

/** Copies under a temporary name first, since two starts may do it at the same time. */
function addToCache(program: string, log: Log): string | undefined {
  const version = versionOf(program, log)
  if (!version) return undefined
  const target = join(cacheFolder(), `nats-server-${version}`)
  const part = `${target}.${process.pid}`
  copyFileSync(program, part)
  chmodSync(part, 0o755)
  renameSync(part, target)
  return target
}
