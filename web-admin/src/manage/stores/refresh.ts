import type { QueryClient } from '@tanstack/react-query'

/** Invalidates all lists of stores and the single stores, after a write. */
export const refreshStores = (client: QueryClient) =>
  Promise.all(
    ['listStores', 'getStore', 'stores', 'auditLogs'].map((key) => client.invalidateQueries({ queryKey: [key] })),
  )
