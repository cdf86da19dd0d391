import { createStore } from 'zustand/vanilla'

/** Text of the one polite live region of the management pages. */
export const announcements = createStore(() => ({ text: '', count: 0 }))

/** Announces a sentence to screen readers, also when it equals the previous one. */
export const announce = (text: string): void => announcements.setState(({ count }) => ({ text, count: count + 1 }))
