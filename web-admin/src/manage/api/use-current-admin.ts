import { getOwnAdmin } from '@kingcar/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { currentAdminId } from './current-admin-id.ts'

/** Key of the accounts that `useCurrentAdmin` has read. */
export const currentAdminKey = [getOwnAdmin.name]

/** The administrator of this id, who is signed in or was before; without data until it was read while they were. */
export const useCurrentAdmin = (id: string | undefined) =>
  useQuery({
    queryKey: [...currentAdminKey, id],
    queryFn: () => call(getOwnAdmin, {}),
    enabled: id !== undefined && id === currentAdminId(),
    staleTime: Number.POSITIVE_INFINITY,
    // Without rights the page would be closed, and its input lost.
    placeholderData: keepPreviousData,
  })
