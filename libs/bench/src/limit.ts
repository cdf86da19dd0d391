import type { Claim } from './report.ts'

type Limit = { claim: string; measured: number; limit: number; aim?: number }

/** What may be so much at most, told as a ratio: 1 is the limit itself, 2 half of it. The aim is a lower limit. */
export const below = ({ claim, measured, limit, aim }: Limit): Claim => ({
  claim,
  ratio: limit / measured,
  atLeast: 1,
  ...(aim === undefined ? {} : { aim: limit / aim }),
})
