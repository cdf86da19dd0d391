import { createStore } from 'zustand/vanilla'

/** The title of the current page, for the shell around it. */
export const currentPage = createStore(() => ({ title: '' }))
