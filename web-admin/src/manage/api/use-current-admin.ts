import { getOwnAdmin } from '@kingcar/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { currentAdminId } from './current-admin-id.ts'

/** Key of the accounts that `useCurrentAdmin` has read. */
export const currentAdminKey = [getOwnAdmin.name]

/** The administrator with this id, who is or was signed in; without data until it was read during their session. */
export const useCurrentAdmin = (id: string | undefined) =>
  useQuery({
    queryKey: [...currentAdminKey, id],
    queryFn: async () => {
      const admin = await call(getOwnAdmin, {})
      // Another tab has signed in as another administrator, and the user has not yet agreed to continue as that one.
      if (admin.id !== id) throw new Error('Another administrator is signed in.')
      return admin
    },
    enabled: id !== undefined && id === currentAdminId(),
    staleTime: Number.POSITIVE_INFINITY,
    // Without rights the page would close, and its input would be lost.
    placeholderData: keepPreviousData,
  })
