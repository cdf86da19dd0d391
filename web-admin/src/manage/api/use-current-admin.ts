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
    queryFn: async () => {
      const admin = await call(getOwnAdmin, {})
      // Another tab has signed in as another administrator, and the user has not yet agreed to go on as that one.
      if (admin.id !== id) throw new Error('Another administrator is signed in.')
      return admin
    },
    enabled: id !== undefined && id === currentAdminId(),
    staleTime: Number.POSITIVE_INFINITY,
    // Without rights the page would be closed, and its input lost.
    placeholderData: keepPreviousData,
  })
