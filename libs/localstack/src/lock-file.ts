import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { commandOf } from './process-table.ts'

export type Lock = Disposable

/**
 * Takes a lock file, or answers with the process that holds it. One whose holder is gone is taken over: a number that
 * another program has by now runs another command.
 *
 * A dead lock never goes away, which would let somebody take it whom others did not see: it is replaced by who holds a lock on
 * that very one, named by what only it has. So of many who find it one takes it over.
 */
export function tryLock(file: string): Lock | { heldBy: number } {
  const own = `${file}.${process.pid}`
  writeFileSync(own, `${process.pid}\n${lineOf(process.pid)}\n${randomUUID()}`, { mode: 0o600 })
  try {
    for (;;) {
      if (succeeds(() => linkSync(own, file), 'EEXIST')) return held(file)
      const found = read(file)
      if (!found) continue // given back meanwhile
      if (isAlive(found)) return { heldBy: found.pid }
      const takeover = tryLock(`${file}.${found.id}`)
      if ('heldBy' in takeover) return takeover
      using _takeover = takeover
      if (read(file)?.id !== found.id) continue // another has been quicker
      renameSync(own, file)
      return held(file)
    }
  } finally {
    rmSync(own, { force: true })
  }
}

const held = (file: string): Lock => ({ [Symbol.dispose]: () => rmSync(file, { force: true }) })

/** Takes a lock file as soon as nobody else holds it. */
export async function takeLock(file: string): Promise<Lock> {
  for (;;) {
    const lock = tryLock(file)
    if (!('heldBy' in lock)) return lock
    await wait(50)
  }
}

type Holder = { pid: number; command: string; id: string }

/** What its holder wrote; undefined when it was given back meanwhile. */
function read(file: string): Holder | undefined {
  let written = ''
  if (!succeeds(() => (written = readFileSync(file, 'utf8')), 'ENOENT')) return undefined
  const [pid, command = '', id = 'dead'] = written.split('\n') // an earlier version wrote no id
  return { pid: Number(pid), command, id }
}

const isAlive = ({ pid, command }: Holder) => command !== '' && lineOf(pid) === command

const lineOf = (pid: number) => commandOf(pid).replaceAll('\n', ' ')

/** False where it fails with this code. */
function succeeds(work: () => unknown, unless: string): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === unless) return false
    throw error
  }
}
