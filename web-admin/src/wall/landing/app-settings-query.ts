import { QueryClient, queryOptions } from '@tanstack/react-query'
import { listAppSettings } from '../../api/api.ts'

/** No retries: a failure leads to /login immediately. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } },
})

/** The app settings, fetched again each time the page opens. */
export const appSettingsQuery = queryOptions({ queryKey: ['listAppSettings'], queryFn: listAppSettings, gcTime: 0 })
