/** Whether a visit count is a milestone: the first, and every tenth. */
export const isMilestone = (visits: number): boolean => visits === 1 || (visits > 0 && visits % 10 === 0)
