import { listUseLogs, listUserProducts } from '@kingcar/client'
import type { UseLogDetail, UserProductSummary, VisitDetail } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../api/queries.ts'
import { useMay } from '../api/rights.tsx'
import { useRefetchOnEvent } from './use-refetch-on-event.ts'

/** The uses of a member's visit, including reversed ones. Empty for a guest, and without the permission. */
export function useVisitUses(id: string, memberId: string | null): readonly UseLogDetail[] {
  const mayList = useMay()('listUseLogs')
  const query = listQuery(listUseLogs, { visitId: id, size: 100 })
  const { data } = useQuery({ ...query, enabled: memberId !== null && mayList })
  useRefetchOnEvent(query.queryKey, id)
  return data?.content ?? []
}

/** The member's products that the visit can use once more, with the state of their request. */
export function useUsableProducts(
  { memberId, productUsed }: Pick<VisitDetail, 'memberId' | 'productUsed'>,
  uses: readonly UseLogDetail[],
  enabled = true,
): { usable: UserProductSummary[] | undefined; error: Error | null } {
  const query = listQuery(listUserProducts, { memberId: memberId ?? '', state: 'Available', size: 100 })
  const { data, error } = useQuery({ ...query, enabled: enabled && memberId !== null })
  const current = uses.filter(({ reversedAt }) => reversedAt === null).length
  const used = Math.max(current, productUsed === null ? 0 : 1)
  return {
    usable: data?.content.filter(({ remainingUses, usesPerStay }) => remainingUses !== 0 && usesPerStay > used),
    error,
  }
}
