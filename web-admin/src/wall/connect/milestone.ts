/** Whether a visit is one to make something of: the first, and each tenth. */
export const isMilestone = (visits: number): boolean => visits === 1 || (visits > 0 && visits % 10 === 0)
