import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { commandOf } from './processes.ts'

export type Lock = Disposable & {
  /** The process that took it before and is gone without giving it back. */
  left: boolean
}

/**
 * Takes a lock file, or answers with the process that holds it. One whose holder is gone is taken over: a number that
 * another program has by now runs another command.
 */
export function tryLock(file: string): Lock | { heldBy: number } {
  const own = `${file}.${process.pid}`
  writeFileSync(own, `${process.pid}\n${commandOf(process.pid)}`, { mode: 0o600 })
  try {
    for (let left = false; ; ) {
      try {
        linkSync(own, file)
        return { left, [Symbol.dispose]: () => rmSync(file, { force: true }) }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      }
      const holder = holderOf(file)
      if (!holder) continue
      const [pid, command] = holder
      if (command && commandOf(Number(pid)) === command) return { heldBy: Number(pid) }
      rmSync(file, { force: true })
      left = true
    }
  } finally {
    rmSync(own, { force: true })
  }
}

/** Takes a lock file as soon as nobody else holds it. */
export async function takeLock(file: string): Promise<Lock> {
  for (;;) {
    const lock = tryLock(file)
    if (!('heldBy' in lock)) return lock
    await wait(50)
  }
}

/** What its holder wrote; undefined when it was given back meanwhile. */
function holderOf(file: string): string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
