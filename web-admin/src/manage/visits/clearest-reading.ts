import type { VisitDetail } from '@kingcar/contract'

type Reading = VisitDetail['readings'][number]

/** The read with a picture whose plate is the most certain, by the server's rule for the pictures of lists. */
export const clearestReading = (readings: readonly Reading[]): Reading | undefined =>
  readings
    .filter(({ imageId }) => imageId !== null)
    .toSorted((one, other) => Number(one.doubtful) - Number(other.doubtful) || other.confidence - one.confidence)[0]
