import type { ReadsState } from '@kingcar/bus'
import type { Logger, Process } from '@kingcar/runtime'

/**
 * Makes the function that hears how READS is split and done: it stops a process that took the partitions of another number,
 * and tells operators of those whose reads nobody asks for from one look to the next.
 */
export function createPartitionWatch(taken: number, log: Logger, stop: Process['stop']): (state: ReadsState) => void {
  let before: ReadsState['unasked'] = new Map()
  let told = ''
  return ({ partitions, unasked }) => {
    const untaken = [...unasked].flatMap(([partition, delivered]) =>
      before.get(partition) === delivered ? [partition] : [],
    )
    before = unasked
    if (String(untaken) !== told && untaken.length > 0)
      log.error({ untaken, partitions }, 'reads wait in partitions that nobody takes')
    told = String(untaken)
    if (partitions !== taken) stop('READS is split anew')
  }
}
