import { setTimeout as wait } from 'node:timers/promises'

/** What `FAULT=name:action` makes of a named line: die there, as by kill -9, or stay there for a while. */
const [point, action] = (process.env.FAULT ?? '').split(':')

/** A line at which a test may let this process die. Costs one comparison; does nothing unless `FAULT` names it. */
export async function fault(name: string): Promise<void> {
  if (name !== point) return
  if (action === 'kill') process.kill(process.pid, 'SIGKILL')
  await wait(60_000)
}
