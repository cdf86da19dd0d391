import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'

const lowestPriority = 19

/**
 * Lowers the priority of the workers of libuv, for a process whose workers compute and do little else. Threads that a worker
 * starts, such as those of libvips, inherit it. Only Linux exposes their names; on other systems this does nothing.
 * @param nicer added to the nice value: with 5 a thread gets a quarter of a busy core that it shares with an ordinary thread, with
 * 10 a tenth; of an idle core it gets everything
 */
export async function lowerWorkerPriority(nicer: number): Promise<void> {
  if (!existsSync('/proc/self/task')) return
  const threads = await readdir('/proc/self/task') // by a worker, so that all of them have been started
  const priority = Math.min(lowestPriority, getPriority() + nicer)
  for (const thread of threads) {
    try {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim()
      // only the superuser may raise a priority again
      if (name === 'libuv-worker' && getPriority(Number(thread)) < priority) setPriority(Number(thread), priority)
    } catch (cause) {
      // a thread that has ended since it was listed does not matter
      if (existsSync(`/proc/self/task/${thread}`)) throw cause
    }
  }
}
