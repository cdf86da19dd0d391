import { ApiError } from '@kingcar/client'
import type { UseQueryResult } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Bones } from '../components/Bones.tsx'
import { Empty } from '../components/Empty.tsx'
import { Failure } from '../components/Failure.tsx'
import { Page } from '../components/Page.tsx'
import { BackToList } from '../list/BackToList.tsx'
import { copy } from '../text/copy.ts'
import styles from './form.module.css'

type EntityPageProps<T> = {
  /** Name of the entity, or of its kind while it is loading. */
  title: string
  lead?: ReactNode
  actions?: ReactNode
  /** The list that the entity belongs to. */
  list: { to: string; label: string }
  /** Absent for a new entity. */
  query?: UseQueryResult<T>
  children: (data: T) => ReactNode
}

/** The page of one entity: a link back to its list; a placeholder while it is loading, or when it does not exist. */
export function EntityPage<T>({ title, lead, actions, list, query, children }: EntityPageProps<T>) {
  return (
    <Page title={title} lead={lead} actions={actions} above={<BackToList {...list} />}>
      {query === undefined ? children(undefined as T) : <Loaded query={query}>{children}</Loaded>}
    </Page>
  )
}

/** What a query has loaded; a placeholder while it is loading, or when there is nothing. */
export function Loaded<T>({
  query: { data, error, refetch },
  children,
}: {
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
}) {
  if (data !== undefined) return children(data)
  // The id comes from the address alone, so an id that the server rejects belongs to no entity.
  if (error instanceof ApiError && error.status === 400) throw notFound({ routeId: '/manage' })
  if (error instanceof ApiError && error.status === 404) return <Empty title={error.userMessage} />
  if (error !== null) {
    return <Failure title={copy.form.loadFailed} cause={error} retry={() => void refetch()} />
  }
  return (
    <div className={styles.loading}>
      <Bones kind="fields" count={5} />
    </div>
  )
}
