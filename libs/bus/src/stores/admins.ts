import { AdminGrant } from '@kingcar/contract'
import { compiled, type Logger } from '@kingcar/runtime'
import { createNewestStates, type NewestStates } from './newest-states.ts'

/** Holds the rights of the stream ADMINS in memory. */
export const createAdmins = (lastSequence: () => Promise<number>, log: Logger): NewestStates<AdminGrant> =>
  createNewestStates(
    {
      name: 'ADMINS',
      parse: (data) => compiled(AdminGrant).Parse(data) as AdminGrant,
      keyOf: ({ adminId }) => adminId,
      lastSequence,
    },
    log,
  )
