/*
 * Work that is not saved, of whatever form is open: whoever leads away without the router (signing out, loading the page
 * anew) asks here first. One form is open at a time.
 */

type Ask = () => Promise<boolean>
let ask: Ask | undefined

/** A form with unsaved work says how to ask about it; undo what is returned when it is saved or gone. */
export function guardUnsavedChanges(question: Ask): () => void {
  ask = question
  return () => {
    if (ask === question) ask = undefined
  }
}

/** Whether there is nothing to lose, or whoever works here agrees to lose it. */
export const mayLeave: Ask = async () => ask === undefined || ask()
