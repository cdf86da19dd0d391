import type { ReadsProgress } from '@kingcar/bus'
import type { Logger, Process } from '@kingcar/runtime'
import type { Metrics } from './metrics.ts'

/** Share of what READS may hold from which on operators are told: reads are not worked off, and what is left is hours. */
const alarm = 0.7

/** Makes the function that hears how full READS is, and tells operators when that passes the alarm in either direction. */
export function watchRoom(metrics: Pick<Metrics, 'filling'>, log: Logger): (share: number) => void {
  let alarmed = false
  return (share) => {
    metrics.filling.set(share)
    if (share >= alarm === alarmed) return
    alarmed = !alarmed
    if (alarmed) log.error({ share }, 'READS fills up: at 0.95 no device is let in')
    else log.info({ share }, 'READS has room again')
  }
}

/**
 * Makes the function that hears how READS is split and done: it stops a process that took the partitions of another number,
 * and tells operators of those whose reads nobody asks for from one look to the next.
 */
export function watchPartitions(taken: number, log: Logger, stop: Process['stop']): (state: ReadsProgress) => void {
  let before: ReadsProgress['unclaimed'] = new Map()
  let told = ''
  return ({ partitions, unclaimed }) => {
    const untaken = [...unclaimed].flatMap(([partition, delivered]) =>
      before.get(partition) === delivered ? [partition] : [],
    )
    before = unclaimed
    if (String(untaken) !== told && untaken.length > 0)
      log.error({ untaken, partitions }, 'reads wait in partitions that nobody takes')
    told = String(untaken)
    if (partitions !== taken) stop('READS is split anew')
  }
}
