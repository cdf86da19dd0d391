/**
 * The first words of the subjects in outboxes. The rows of a lane go to one stream and keep their order; a stream that is full
 * or unavailable does not hold up the rows of the other lanes. Only earlier versions wrote rows of the lane `devices`.
 */
export const lanes = ['devices', 'settings', 'evt'] as const

export const isLane = (subject: string): boolean => lanes.some((lane) => subject.startsWith(`${lane}.`))
