import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { commandOf } from './process-table.ts'

export type Lock = Disposable

/**
 * Takes a lock file, or returns the pid of its holder. A lock whose holder has died is taken over; the recorded command line
 * detects a pid that another program has by now.
 *
 * A dead lock file is never deleted first, since a third process could then take the lock unnoticed. It is replaced atomically,
 * by the process that holds a second lock named after the dead lock's unique id. So exactly one process takes it over.
 */
export function tryLock(file: string): Lock | { heldBy: number } {
  const own = `${file}.${process.pid}`
  writeFileSync(own, `${process.pid}\n${lineOf(process.pid)}\n${randomUUID()}`, { mode: 0o600 })
  try {
    for (;;) {
      if (succeeds(() => linkSync(own, file), 'EEXIST')) return held(file)
      const found = read(file)
      if (!found) continue // it was released
      if (isAlive(found)) return { heldBy: found.pid }
      const takeover = tryLock(`${file}.${found.id}`)
      if ('heldBy' in takeover) return takeover
      using _takeover = takeover
      if (read(file)?.id !== found.id) continue // another process was faster
      renameSync(own, file)
      return held(file)
    }
  } finally {
    rmSync(own, { force: true })
  }
}

const held = (file: string): Lock => ({ [Symbol.dispose]: () => rmSync(file, { force: true }) })

/** Waits until a lock file is free and takes it. */
export async function takeLock(file: string): Promise<Lock> {
  for (;;) {
    const lock = tryLock(file)
    if (!('heldBy' in lock)) return lock
    await wait(50)
  }
}

type Holder = { pid: number; command: string; id: string }

/** The content of a lock file; undefined if it was released. */
function read(file: string): Holder | undefined {
  let written = ''
  if (!succeeds(() => (written = readFileSync(file, 'utf8')), 'ENOENT')) return undefined
  const [pid, command = '', id = 'dead'] = written.split('\n') // an earlier version wrote no id
  return { pid: Number(pid), command, id }
}

const isAlive = ({ pid, command }: Holder) => command !== '' && lineOf(pid) === command

const lineOf = (pid: number) => commandOf(pid).replaceAll('\n', ' ')

/** True if `work` succeeds, false if it fails with this error code; throws any other error. */
function succeeds(work: () => unknown, unless: string): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === unless) return false
    throw error
  }
}
