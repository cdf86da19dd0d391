const prefix = 'draft '

/** Key in sessionStorage of an administrator's draft of the page at this address. */
export const draftKey = (adminId: string, address: string) => `${prefix}${adminId} ${address}`

const keys = () => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))

/** Forgets every draft of this tab. */
export function removeDrafts(): void {
  for (const key of keys()) sessionStorage.removeItem(key)
}

/** Transfers the drafts of this tab to the administrator who continues in it. */
export function handOverDrafts(from: string, to: string): void {
  const given = draftKey(from, '')
  for (const key of keys().filter((each) => each.startsWith(given))) {
    const draft = sessionStorage.getItem(key) ?? ''
    sessionStorage.removeItem(key) // first, so that there is room
    sessionStorage.setItem(draftKey(to, key.slice(given.length)), draft)
  }
}
