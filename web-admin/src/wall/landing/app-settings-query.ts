import { QueryClient, queryOptions } from '@tanstack/react-query'
import { listAppSettings } from '../../api/api.ts'

/** One try: what failed is shown, or leads to /login, at once. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } },
})

/** The app settings, asked anew by each page that opens. */
export const appSettingsQuery = queryOptions({ queryKey: ['listAppSettings'], queryFn: listAppSettings, gcTime: 0 })
