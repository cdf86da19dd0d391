import { createStore } from 'zustand/vanilla'

/** What the one polite live region of the management screens says. */
export const announcements = createStore(() => ({ text: '', count: 0 }))

/** Tells screen readers a sentence; the same one twice is told twice. */
export const announce = (text: string): void => announcements.setState(({ count }) => ({ text, count: count + 1 }))
