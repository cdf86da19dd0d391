import type { QueryClient } from '@tanstack/react-query'

/** After a write: every list of stores, and what shows one of them. */
export const refreshStores = (client: QueryClient) =>
  Promise.all(
    ['listStores', 'getStore', 'stores', 'auditLogs'].map((key) => client.invalidateQueries({ queryKey: [key] })),
  )
