import type { ReadsProgress } from '@kingcar/bus'
import type { Logger, Process } from '@kingcar/runtime'

/**
 * Makes the function that hears how READS is split and done: it stops a process that took the partitions of another number,
 * and tells operators of those whose reads nobody asks for from one look to the next.
 */
export function createPartitionWatch(taken: number, log: Logger, stop: Process['stop']): (state: ReadsProgress) => void {
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
