// Plain JavaScript without dependencies: it must run on the system's Node (20.19 or newer) before anything is installed.
// It installs the packages of package-lock.json if necessary, and runs the script with the project's Node:
//   node deploy/local/bootstrap.mjs [--with=<folder>] deploy/local/start.ts [arguments]
// With `--with` it also installs the packages of that folder, which has its own package-lock.json.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { helpOf } from './command-help.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const bin = join(root, 'node_modules', '.bin')
const projectNode = join(root, 'node_modules', 'node', 'bin', 'node')
const lock = join(root, '.bootstrap.lock')

/** @returns {never} */
function fail(reason) {
  console.error(`\nkingcar: ${reason}`)
  process.exit(1)
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  fail(`This is Node ${process.versions.node}, but KingCar needs 20.19 or newer: https://nodejs.org`)

const stampOf = (folder) => join(folder, 'node_modules', '.installed')
const wanted = (folder) =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
const isInstalled = (folder) =>
  existsSync(stampOf(folder)) && existsSync(projectNode) && readFileSync(stampOf(folder), 'utf8') === wanted(folder)

/** Takes the installation lock, since two terminals may start at the same time. Removes the lock of a dead process. */
function acquire() {
  const own = `${lock}.${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    for (let isReported = false; ; ) {
      try {
        return linkSync(own, lock)
      } catch (error) {
        if (error.code !== 'EEXIST') throw error
      }
      if (!holderLives(lock)) {
        removeDead(`${own}.dead`)
        continue
      }
      if (!isReported) console.error('kingcar: waiting for another start, which is installing the packages')
      isReported = true
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    }
  } finally {
    rmSync(own, { force: true })
  }
}

/** Removes a dead lock. Another start may have taken it over in the meantime: then the lock is put back. */
function removeDead(aside) {
  try {
    renameSync(lock, aside)
    if (holderLives(aside)) linkSync(aside, lock)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(error.code)) throw error // it was removed, or another start holds it
  } finally {
    rmSync(aside, { force: true })
  }
}

function holderLives(file) {
  try {
    // Older than any installation takes: another program may have the pid by now.
    if (Date.now() - statSync(file).mtimeMs > 30 * 60_000) return false
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

// When npm is killed, its shell and this process survive. A changed parent or grandparent shows it.
const parentOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined // not Linux, or the process has ended
  }
}
const parent = process.ppid
const grandparent = process.env.npm_lifecycle_event ? parentOf(parent) : undefined

/**
 * Calls `onEnd` once when the process that started this one has ended.
 * @returns {() => void} ends the watch
 */
function watchParents(onEnd) {
  const watch = setInterval(() => {
    if (process.ppid === parent && (grandparent === undefined || parentOf(parent) === grandparent)) return
    clearInterval(watch)
    onEnd()
  }, 500)
  return () => clearInterval(watch)
}

/** Names another holder of the lock: if this process is killed, a later start waits for the installation that it left. */
function handLockTo(pid) {
  const next = `${lock}.${process.pid}`
  writeFileSync(next, String(pid))
  renameSync(next, lock)
}

/** Kills a process and everything that it started in its group. */
function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // it has ended
  }
}

/**
 * Installs the packages of a folder. A signal, or the end of the parent process, ends the installation and this process.
 * @param {string} folder
 * @returns {Promise<string | undefined>} the reason of a failure
 */
async function install(folder) {
  const began = Date.now()
  const what = folder === root ? 'packages' : `packages of ${relative(root, folder)}`
  console.error(`kingcar: installing ${what} (npm ci); the first time this takes a minute or two`)
  const own = process.env.npm_execpath // the npm that was called
  const [command, first] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []]
  // NODE_ENV=production would leave out the project's own Node.
  const args = [...first, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  // A group of its own, so that the install scripts end with it.
  const npm = spawn(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], detached: true })
  let stopped
  const stop = (reason) => {
    stopped = reason
    killGroup(npm)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const each of signals) process.once(each, stop)
  const unwatch = watchParents(() => stop('the parent process ended'))
  const outcome = await new Promise((resolve) => {
    npm.once('spawn', () => handLockTo(npm.pid))
    npm.once('error', ({ code }) => resolve(code))
    npm.once('exit', (code, signal) => resolve(code ?? signal))
  })
  unwatch()
  for (const each of signals) process.off(each, stop)
  if (stopped) return `The installation was stopped (${stopped}). The next start installs the packages.`
  if (outcome === 'ENOENT') return 'npm was not found. It comes with Node: https://nodejs.org'
  if (outcome !== 0) return `npm ci failed (${outcome}); see its output above. Fix the problem and start again.`
  if (!existsSync(projectNode))
    return 'npm is configured to run no install scripts, so the Node of the project is missing. Run: npm rebuild node'
  writeFileSync(stampOf(folder), wanted(folder))
  console.error(`kingcar: installed ${what} in ${((Date.now() - began) / 1_000).toFixed(0)} s`)
}

/** The ports of `npm start`, with their defaults. */
const ports = { PORT: 8080, NATS_PORT: 4222, MQTT_PORT: 1883 }

/**
 * The ports of `npm start` that another program uses, as sentences; the start itself checks them again, with everything
 * else.
 * @returns {Promise<string[]>}
 */
async function portsInUse() {
  const { env } = process
  const host = env.HOST || '127.0.0.1'
  const checked = Object.entries(ports).map(async ([name, standard]) => {
    const port = Number(env[name] || standard)
    const isElsewhere = env[`${name}_FILE`] || env.HOST_FILE || (env.NATS_URL && name !== 'PORT')
    if (isElsewhere || !(Number.isInteger(port) && port > 0 && port < 65_536)) return []
    const server = createServer().listen(port, host)
    try {
      await once(server, 'listening')
      server.close()
      await once(server, 'close')
      return []
    } catch (error) {
      if (error.code !== 'EADDRINUSE') return []
      return `Port ${port} on ${host} is in use. Stop the program that uses it, or set ${name} to another port (0 picks one).`
    }
  })
  return (await Promise.all(checked)).flat()
}

const own = process.argv.slice(2)
const further = own[0]?.startsWith('--with=') ? [resolve(root, own.shift().slice('--with='.length))] : []
const [script, ...args] = own
const help = helpOf(script, args)
if (help !== undefined) {
  console.log(help)
  process.exit()
}
if (script === 'deploy/local/start.ts' && !isInstalled(root)) {
  const used = await portsInUse()
  if (used.length > 0) fail(used.join('\n'))
}
for (const folder of [root, ...further]) {
  if (isInstalled(folder)) continue
  acquire()
  const failure = isInstalled(folder) ? undefined : await install(folder)
  rmSync(lock, { force: true })
  if (failure) fail(failure)
}

if (!script) fail('Usage: node deploy/local/bootstrap.mjs [--with=<folder>] <script> [arguments]')
const child = spawn(projectNode, [resolve(root, script), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    // Compiled code of packages and sources: with it a start loads in half the time.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node'),
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
  },
})
// Ctrl-C reaches the child through the terminal; other signals reach only this process.
process.on('SIGINT', () => undefined)
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))

const unwatch = watchParents(() => child.kill('SIGTERM'))

child.on('exit', (code, signal) => {
  unwatch()
  if (!signal) process.exit(code ?? 1)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
