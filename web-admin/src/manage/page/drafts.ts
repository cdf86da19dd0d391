/** Keys of drafts in sessionStorage begin with it. */
export const draftPrefix = 'draft '

/** Forgets every draft of this tab. */
export function removeDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key)
}
