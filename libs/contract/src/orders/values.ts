export const userProductStates = ['Available', 'Unavailable', 'Cancel', 'Complete'] as const
