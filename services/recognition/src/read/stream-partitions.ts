import type { ReadsProgress } from '@kingcar/bus'
import type { Logger, Process } from '@kingcar/runtime'

/**
 * Returns a callback for the state of READS. It stops the process if the number of partitions differs from the number
 * that the process started with, and logs an error for partitions that no process has consumed since the previous call.
 */
export function createPartitionWatch(
  startedWith: number,
  log: Logger,
  stop: Process['stop'],
): (state: ReadsProgress) => void {
  let before: ReadsProgress['unclaimed'] = new Map()
  let logged = ''
  return ({ partitions, unclaimed }) => {
    const unconsumed = [...unclaimed].flatMap(([partition, delivered]) =>
      before.get(partition) === delivered ? [partition] : [],
    )
    before = unclaimed
    if (String(unconsumed) !== logged && unconsumed.length > 0)
      log.error({ unconsumed, partitions }, 'READS partitions without a consumer')
    logged = String(unconsumed)
    if (partitions !== startedWith) stop('number of READS partitions changed')
  }
}
