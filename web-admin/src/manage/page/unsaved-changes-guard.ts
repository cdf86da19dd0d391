/*
 * Unsaved changes of the open form. Code that leaves the page without the router (signing out, reloading) asks here first.
 * Only one form is open at a time.
 */

type Ask = () => Promise<boolean>
let ask: Ask | undefined

/** Registers the question of a form with unsaved changes. Call the returned function when they are saved or the form is closed. */
export function guardUnsavedChanges(question: Ask): () => void {
  ask = question
  return () => {
    if (ask === question) ask = undefined
  }
}

/** Whether the open form has unsaved changes. */
export const hasUnsavedChanges = (): boolean => ask !== undefined

/** Resolves to true if there are no unsaved changes, or if the user agrees to lose them. */
export const mayLeave: Ask = async () => ask === undefined || ask()
