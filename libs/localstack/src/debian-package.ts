import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, inPartFolder } from './download-cache.ts'

/** The mirror that this machine's apt uses, ending in a slash; undefined without apt. */
export function aptMirror(): string | undefined {
  const result = spawnSync('apt-get', ['indextargets', '--format', '$(REPO_URI)'], { encoding: 'utf8' })
  if (result.status !== 0) return undefined
  return result.stdout.split('\n').find((line) => line !== '' && !line.includes('security'))
}

/** Downloads a file. @throws Error when the download fails, or the sha256 differs */
export async function download(url: string, sha256?: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(120_000) })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const content = Buffer.from(await response.arrayBuffer())
  const found = createHash('sha256').update(content).digest('hex')
  if (sha256 !== undefined && found !== sha256) throw new Error(`wrong sha256: ${found} instead of ${sha256}`)
  return content
}

/** Unpacks a Debian package into a folder. Uses dpkg-deb: a small system has dpkg, but not the xz that `tar` needs. */
export function unpackDeb(deb: Buffer, into: string): void {
  const file = join(into, 'package.deb')
  writeFileSync(file, deb)
  const result = spawnSync('dpkg-deb', ['--extract', file, into], { encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`dpkg-deb: ${result.stderr || result.error?.message}`)
}

/** Path in the pool without the architecture, version, and sha256. */
export type PinnedPackage = readonly [path: string, version: string, sha256: string]

/**
 * Returns a folder of the download cache with the unpacked packages of Debian. They are downloaded once, without root.
 * @param name of the folder
 * @throws Error if they cannot be downloaded
 */
export async function fetchPackages(name: string, packages: readonly PinnedPackage[]): Promise<string> {
  const folder = join(cacheFolder(), name)
  if (existsSync(folder)) return folder
  const mirror = process.platform === 'linux' && process.arch === 'x64' ? aptMirror() : undefined
  if (!mirror) throw new Error('there are no packages of Debian for this machine')
  await inPartFolder(async (part) => {
    const whole = join(part, 'whole')
    mkdirSync(whole)
    for (const [path, version, sha256] of packages) {
      const file = `pool/main/${path}_${encodeURIComponent(version)}_amd64.deb`
      unpackDeb(await download(new URL(file, mirror).href, sha256), whole)
    }
    if (!existsSync(folder)) renameSync(whole, folder)
  })
  return folder
}

/**
 * Downloads a package of a Debian suite by apt, which checks its signature. Lists and cache are in `folder`: the system's own
 * apt is not changed, and no root is needed. Undefined if the suite does not have the package.
 */
export function aptDownload(name: string, suite: string, mirror: string, folder: string): Buffer | undefined {
  chmodSync(folder, 0o755)
  for (const part of ['lists/partial', 'cache/archives/partial', suite])
    mkdirSync(join(folder, part), { recursive: true })
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
  writeFileSync(join(folder, 'sources.list'), `deb [signed-by=${keyring}] ${mirror} ${suite} main\n`)
  const settings = {
    'Dir::Etc::sourcelist': join(folder, 'sources.list'),
    'Dir::Etc::sourceparts': '-',
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::Cache': join(folder, 'cache'),
    'Dir::Cache::pkgcache': '',
    'Dir::Cache::srcpkgcache': '',
    'Acquire::Languages': 'none',
    'Acquire::Check-Valid-Until': 'false', // the release file of a testing suite expires within days, and mirrors lag
    'APT::Sandbox::User': '',
  }
  const configuration = join(folder, 'apt.conf')
  writeFileSync(
    configuration,
    Object.entries(settings)
      .map(([key, value]) => `${key} "${value}";\n`)
      .join(''),
  )
  const env = { ...process.env, APT_CONFIG: configuration }
  if (spawnSync('apt-get', ['update', '-q'], { env, stdio: 'ignore' }).status !== 0) return undefined
  const cwd = join(folder, suite)
  if (spawnSync('apt-get', ['download', '-q', `${name}/${suite}`], { env, cwd, stdio: 'ignore' }).status !== 0)
    return undefined
  const file = readdirSync(cwd).find((entry) => entry.endsWith('.deb'))
  return file !== undefined && existsSync(join(cwd, file)) ? readFileSync(join(cwd, file)) : undefined
}
