import { listVisits } from '@kingcar/client'
import type { VisitDetail } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { rowsBeside } from '../list/return-position.ts'

type Place = Pick<VisitDetail, 'storeId' | 'recognizedAt'>
type Ids = { previous: string | undefined; next: string | undefined }
/** `of` is the order in which they are neighbours. */
export type Neighbours = Ids & { of: 'list' | 'time' }

export const list = '/manage/visits'

/** Milliseconds. Beyond a week there is no neighbour, so that no request searches the history of a closed store. */
const reach = 7 * 86_400_000

/**
 * The visits before and after a visit: in the order of the list where it was opened, as far as its page goes; otherwise by
 * time at the same store.
 * @param visit undefined until it is loaded
 */
export function useNeighbours(id: string, visit: Place | undefined): Neighbours {
  const beside = rowsBeside(list, id)
  const { data } = useQuery({
    queryKey: ['visitNeighbours', id, visit?.recognizedAt],
    queryFn: () => (visit ? byTime(visit) : { previous: undefined, next: undefined }),
    enabled: visit !== undefined && beside === undefined,
  })
  if (beside !== undefined) return { of: 'list', ...beside }
  return { of: 'time', previous: data?.previous, next: data?.next }
}

async function byTime({ storeId, recognizedAt }: Place): Promise<Ids> {
  const at = Date.parse(recognizedAt)
  const instant = (time: number) => new Date(time).toISOString()
  const [before, after] = await Promise.all([
    call(listVisits, { storeId, from: instant(at - reach), to: recognizedAt, size: 1 }),
    call(listVisits, {
      ...{ storeId, from: instant(at + 1), to: instant(at + reach) },
      ...{ size: 1, sort: ['recognizedAt,asc'] },
    }),
  ])
  return { previous: before.content[0]?.id, next: after.content[0]?.id }
}
