import type { CallOptions } from '@kingcar/client'
import type { QueryClient } from '@tanstack/react-query'

type Listed<T> = { result: T[]; etag: string | null }

type ListChange<T> = {
  /** Of the list, by `entityQuery`. */
  queryKey: readonly unknown[]
  /** As it will be. */
  next: T[]
  /** Asks for that under the version that was on show; resolves to the list as it is then. */
  send: (options: CallOptions) => Promise<Listed<T>>
  refresh: () => unknown
}

/** Shows a list as it will be, and asks for that; what fails is as it was. */
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
