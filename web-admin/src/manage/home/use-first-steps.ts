import { listAdmins, listInvitations, listScreens, listTerms } from '@kingcar/client'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { everyDeviceQuery, listQuery, productsQuery, storesQuery } from '../api/queries.ts'
import { useMay } from '../api/rights.tsx'

/** Set when the steps are done or hidden; after that this browser does not check them any more. */
const key = 'firstSteps'
const one = { size: 1 }
/** The types that members have to agree to before they can join. */
const requiredTerms = ['TERMS_OF_USE', 'PRIVACY_POLICY']

export type Step = 'store' | 'device' | 'read' | 'screen' | 'product' | 'terms' | 'staff'
export type FirstSteps = { done: ReadonlySet<Step>; hide: () => void }

/**
 * Which steps of a new business are done, computed from its data. Undefined for administrators who cannot take all
 * steps, when all are done, and while the data is unknown.
 */
export function useFirstSteps(): { isPending: boolean; steps: FirstSteps | undefined } {
  const may = useMay()
  const [isOver, setOver] = useState(() => localStorage.getItem(key) !== null)
  const enabled = !isOver && may('createStore') && may('createInvitation')
  const looked = { enabled, staleTime: 0 }
  const stores = useQuery({ ...storesQuery, ...looked })
  const devices = useQuery({ ...everyDeviceQuery, ...looked })
  const screens = useQuery({ ...listQuery(listScreens, one), ...looked })
  const products = useQuery({ ...productsQuery, ...looked })
  const terms = useQuery({ ...listQuery(listTerms, { size: 100 }), ...looked })
  const admins = useQuery({ ...listQuery(listAdmins, one), ...looked })
  const invitations = useQuery({ ...listQuery(listInvitations, {}), ...looked })
  const looks = [stores, devices, screens, products, terms, admins, invitations]

  const states: Record<Step, boolean | undefined> = {
    store: filled(stores),
    device: filled(devices),
    read: devices.data?.some(({ lastSeenAt }) => lastSeenAt !== null),
    screen: counted(screens, 0),
    product: filled(products),
    terms: terms.data && requiredTerms.every((type) => terms.data.content.some((each) => each.type === type)),
    staff: admins.data && invitations.data && (admins.data.totalElements > 1 || invitations.data.totalElements > 0),
  }
  const steps = Object.keys(states) as Step[]
  const isKnown = enabled && steps.every((step) => states[step] !== undefined)
  const areDone = isKnown && steps.every((step) => states[step])
  const hide = () => {
    localStorage.setItem(key, 'over')
    setOver(true)
  }
  useEffect(() => {
    if (areDone) localStorage.setItem(key, 'over') // not looked at again with the next page
  }, [areDone])
  const isPending = enabled && looks.some((query) => query.isPending)
  if (!isKnown || areDone) return { isPending, steps: undefined }
  return { isPending, steps: { done: new Set(steps.filter((step) => states[step])), hide } }
}

const filled = ({ data }: UseQueryResult<readonly unknown[]>) => data && data.length > 0
const counted = ({ data }: UseQueryResult<{ totalElements: number }>, more: number) => data && data.totalElements > more
