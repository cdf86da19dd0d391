import type { VisitDetail } from '@kingcar/contract'
import { Plate } from '../../ui/plate/Plate.tsx'
import { text } from './copy.ts'
import styles from './visits.module.css'

type SuggestionsProps = { visit: VisitDetail; onChosen: (carNumber: string) => void }

/** Suggests similar registered plates. A chosen one fills the field; the user decides. */
export function Suggestions({ visit, onChosen }: SuggestionsProps) {
  const { suggestions } = visit
  if (suggestions.length === 0) return null
  return (
    <fieldset className={styles.suggestions}>
      <legend>{text.correct.suggestions}</legend>
      {suggestions.map(({ carNumber, name }) => (
        <button key={carNumber} type="button" className={styles.suggestion} onClick={() => onChosen(carNumber)}>
          <Plate carNumber={carNumber} />
          <span>{text.correct.registered(name)}</span>
        </button>
      ))}
    </fieldset>
  )
}
