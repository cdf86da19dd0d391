import { setTimeout as wait } from 'node:timers/promises'

/** `FAULT=name:kill` kills the process at the named fault point, as kill -9 does; any other action pauses it for a minute. */
const [point, action] = (process.env.FAULT ?? '').split(':')

/** A fault point: tests kill or pause the process here. Costs one comparison, and does nothing unless `FAULT` names it. */
export async function fault(name: string): Promise<void> {
  if (name !== point) return
  if (action === 'kill') process.kill(process.pid, 'SIGKILL')
  await wait(60_000)
}
