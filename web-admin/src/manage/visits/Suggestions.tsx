import { isLegalPlate, normalisePlate, type VisitDetail } from '@kingcar/contract'
import { Plate } from '../../ui/plate/Plate.tsx'
import { otherCandidates } from './candidates.ts'
import { text } from './copy.ts'
import styles from './visits.module.css'

/** More do not fit in the dialog, and the true plate is among the first. */
const maxCandidates = 4

type SuggestionsProps = { visit: VisitDetail; onChosen: (carNumber: string) => void }

/** Suggests similar registered plates and the camera's other candidates. A chosen one fills the field; the user decides. */
export function Suggestions({ visit, onChosen }: SuggestionsProps) {
  const { suggestions, carNumber: current, readings } = visit
  const registered = new Set([current, ...suggestions.map(({ carNumber }) => carNumber)])
  const candidates = [...new Set(readings.flatMap(otherCandidates).map(({ carNumber }) => normalisePlate(carNumber)))]
  const others = candidates.filter((each) => isLegalPlate(each) && !registered.has(each)).slice(0, maxCandidates)
  if (suggestions.length + others.length === 0) return null
  return (
    <fieldset className={styles.suggestions}>
      <legend>{text.correct.suggestions}</legend>
      {suggestions.map(({ carNumber, name }) => (
        <button key={carNumber} type="button" className={styles.suggestion} onClick={() => onChosen(carNumber)}>
          <Plate carNumber={carNumber} />
          <span>{text.correct.registered(name)}</span>
        </button>
      ))}
      {others.map((carNumber) => (
        <button key={carNumber} type="button" className={styles.suggestion} onClick={() => onChosen(carNumber)}>
          <Plate carNumber={carNumber} />
          <span>{text.correct.candidate}</span>
        </button>
      ))}
    </fieldset>
  )
}
