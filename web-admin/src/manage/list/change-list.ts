import type { CallOptions } from '@kingcar/client'
import type { QueryClient } from '@tanstack/react-query'

type Listed<T> = { result: T[]; etag: string | null }

type ListChange<T> = {
  /** Key of the list's `entityQuery`. */
  queryKey: readonly unknown[]
  /** The list after the change. */
  next: T[]
  /** Sends the change with the ETag of the shown list; resolves to the resulting list. */
  send: (options: CallOptions) => Promise<Listed<T>>
  refresh: () => unknown
}

/** Optimistic update of a list: shows the change immediately, sends it, and reverts it on failure. */
export async function changeList<T>(client: QueryClient, { queryKey, next, send, refresh }: ListChange<T>) {
  await client.cancelQueries({ queryKey })
  const before = client.getQueryData<Listed<T>>(queryKey)
  const show = (listed: Partial<Listed<T>>) =>
    client.setQueryData<Listed<T>>(queryKey, (now) => now && { ...now, ...listed })
  show({ result: next })
  try {
    show(await send(before?.etag ? { ifMatch: before.etag } : {}))
  } catch (cause) {
    show({ result: before?.result ?? next })
    throw cause
  } finally {
    await refresh()
  }
}
