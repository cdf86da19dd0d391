import { getAttention } from '@kingcar/client'
import type { Attention } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { useMay } from '../api/rights.tsx'

type Kind = Attention['items'][number]['kind']

/** One store; empty for all stores. */
export type OfStore = { storeId?: string }

/** The page with the entries of each kind. */
export const pageOf = {
  failedRenewals: '/manage/userProducts',
  owedReturns: '/manage/owedReturns',
  refusedReceipts: '/manage/orders',
  offlineDevices: '/manage/devices',
  offlineScreens: '/manage/screens',
  doubtfulReads: '/manage/reads',
  deadLetters: '/manage/deadLetters',
  disabledWebhooks: '/manage/webhooks',
  endingPasses: '/manage/userProducts',
  silentStores: '/manage/stores',
} as const satisfies Record<Kind, string>

/**
 * The tasks that wait for an administrator; refetched each minute while the page is visible, and when it becomes
 * visible again.
 */
export const useAttention = (ofStore: OfStore, enabled = true) =>
  useQuery({
    queryKey: ['attention', ofStore],
    queryFn: () => call(getAttention, ofStore),
    enabled,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  })

/** The number of tasks that wait for an administrator, by page. Passes that end soon are information only. */
export function useCounts(storeId: string | undefined): Partial<Record<string, number>> {
  const { data } = useAttention(storeId === undefined ? {} : { storeId }, useMay()('getAttention'))
  const counts: Partial<Record<string, number>> = {}
  for (const { kind, count } of data?.items ?? [])
    if (kind !== 'endingPasses') counts[pageOf[kind]] = (counts[pageOf[kind]] ?? 0) + count
  return counts
}
