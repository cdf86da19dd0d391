import { createStore } from 'zustand/vanilla'

const key = 'spokenArrivals'

/** Whether screen readers announce new visits, in this browser. */
export const spokenArrivals = createStore(() => ({ on: localStorage.getItem(key) !== 'off' }))

/** Switches the announcements of new visits on or off; the choice is stored. */
export function speakArrivals(on: boolean): void {
  if (on) localStorage.removeItem(key)
  else localStorage.setItem(key, 'off')
  spokenArrivals.setState({ on })
}
