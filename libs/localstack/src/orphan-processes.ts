import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { commandOf } from './process-table.ts'

/**
 * Records a process in a file, so that after a kill the next start can wait until the leash has ended it. A failure (the disk
 * is full) is ignored: the process that was just started must not fail because of it.
 */
export function recordProcess(file: string, pid: number): void {
  try {
    appendFileSync(file, `${pid} ${commandOf(pid)}\n`, { mode: 0o600 })
  } catch {
    // the leash of the process ends it anyway
  }
}

/** Waits until all recorded processes have ended, and kills each that still runs after 30 seconds. */
export async function waitForOrphans(file: string): Promise<void> {
  const noted = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  for (const line of noted) {
    const pid = Number.parseInt(line, 10)
    const command = line.slice(String(pid).length + 1)
    if (!(pid > 0) || !command) continue
    for (let tries = 0; commandOf(pid) === command; tries++) {
      if (tries === 300) process.kill(pid, 'SIGKILL')
      await wait(100)
    }
  }
  writeFileSync(file, '', { mode: 0o600 })
}
