import type { Call, CallInput, CallResult, ServiceName } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { exchange } from '../../api/api.ts'
import { entityQuery } from '../api/queries.ts'
import type { Fields } from './changes.ts'
import type { Loaded } from './use-save.ts'

/**
 * The entity of a page, by the operation that reads it. `loaded` is what its form begins with, and `reload` reads it again after an
 * edit conflict.
 * @param valuesOf the fields of the form; the same function each time
 */
export function useEntity<S extends ServiceName, V extends string>(
  op: Call<S, V>,
  input: CallInput<S, V>,
  valuesOf: (entity: CallResult<S, V>) => Fields,
) {
  const query = useQuery(entityQuery(op, input))
  const loaded = useMemo(() => query.data && loadedOf(query.data, valuesOf), [query.data, valuesOf])
  return { query, loaded, reload: async () => loadedOf(await exchange(op, input), valuesOf) }
}

const loadedOf = <T>(
  { result, etag }: { result: T; etag: string | null },
  valuesOf: (entity: T) => Fields,
): Loaded => ({
  values: valuesOf(result),
  etag,
})
