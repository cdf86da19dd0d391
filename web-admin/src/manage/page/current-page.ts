import { createStore } from 'zustand/vanilla'

/** The title of the page on show, for what stands around it. */
export const currentPage = createStore(() => ({ title: '' }))
