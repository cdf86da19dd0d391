import { createStore } from 'zustand/vanilla'

const key = 'letterShortcuts'

/** Whether letters are shortcuts in this browser. They can be switched off, as speech input types letters (WCAG 2.1.4). */
export const letterShortcuts = createStore(() => ({ on: localStorage.getItem(key) !== 'off' }))

/** Switches the letters on or off; the choice is stored. */
export function switchLetters(on: boolean): void {
  if (on) localStorage.removeItem(key)
  else localStorage.setItem(key, 'off')
  letterShortcuts.setState({ on })
}
