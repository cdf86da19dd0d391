import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { commandOf } from './process-table.ts'

/**
 * Notes the processes of a start, so that the next one can wait for those that a killed one left to their leashes. Where
 * it cannot (the disk is full), the next one does not wait: a process that was just started must not be lost for it.
 */
export function recordProcess(file: string, pid: number): void {
  try {
    appendFileSync(file, `${pid} ${commandOf(pid)}\n`, { mode: 0o600 })
  } catch {
    // the leashes end it all the same
  }
}

/** Waits until none of the noted processes is left, and kills those that take longer than they may. */
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
