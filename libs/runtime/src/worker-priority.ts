import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'

const lowestPriority = 19

/**
 * Lowers the priority of libuv's workers, for a process in which they compute most of the time. Threads that a worker
 * starts, such as those of libvips, inherit the priority. Only Linux exposes the names of threads; on other systems
 * this does nothing.
 * @param nicer added to the nice value: with 5 a thread gets a quarter of a busy core that it shares with an ordinary
 * thread, with 10 a tenth; an idle core it can use fully
 */
export async function lowerWorkerPriority(nicer: number): Promise<void> {
  if (!existsSync('/proc/self/task')) return
  const threads = await readdir('/proc/self/task') // called in a worker, so that all workers have been started
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
