/**
 * Seeds with which a trial once did not hold, by its name, and what it was. Whoever names no seed runs these once more, before
 * the one that is drawn: what fails is written down here together with its mend.
 */
export const failingSeeds: Readonly<Record<string, readonly number[]>> = {
  // Refunds that had been made were asked again for some seconds only, in which the provider was thought to be away.
  loss: [7104],
}
