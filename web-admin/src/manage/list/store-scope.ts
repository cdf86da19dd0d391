import { currentAdminId } from '../api/current-admin-id.ts'

/*
 * The store that an administrator has chosen for all pages, stored in this browser. An address with another store shows
 * that store and does not change the choice.
 */

const keyOf = (adminId: string) => `store:${adminId}`

/** The id of the chosen store; undefined for all stores. */
export function chosenStore(): string | undefined {
  const admin = currentAdminId()
  return admin === undefined ? undefined : (localStorage.getItem(keyOf(admin)) ?? undefined)
}

/** Search parameters of a link to a list of all stores, whichever is chosen. */
export const everyStore = (): { stores?: 'all' } => (chosenStore() === undefined ? {} : { stores: 'all' })

/** Remembers a store for the signed-in administrator, or that it is all stores. */
export function chooseStore(id: string | undefined): void {
  const admin = currentAdminId()
  if (admin === undefined) return
  if (id === undefined) localStorage.removeItem(keyOf(admin))
  else localStorage.setItem(keyOf(admin), id)
}
