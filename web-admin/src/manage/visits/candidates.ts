import { normalisePlate } from '@kingcar/contract'
import type { Reading } from './ReadingDialog.tsx'

/** The candidates of a read other than the plate that was read, which many engines list first. */
export const otherCandidates = ({ carNumber, candidates }: Pick<Reading, 'carNumber' | 'candidates'>) =>
  candidates.filter((each) => normalisePlate(each.carNumber) !== normalisePlate(carNumber))
