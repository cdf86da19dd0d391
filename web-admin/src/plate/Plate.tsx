import { copy } from '../copy.ts'
import { plateLayout, plateWidth, spokenPlate } from './layout.ts'
import styles from './plate.module.css'

/** Digits that fill the frame at full size. */
const fullWidth = 8.5

/**
 * A number plate, drawn: 520 by 110 with the blue KOR band on the white civil ones. It is as wide as `--plate-width`.
 * `decorative` hides it from screen readers, where the number stands beside it or means nothing.
 */
export function Plate({ carNumber, decorative = false }: { carNumber: string; decorative?: boolean }) {
  const plate = plateLayout(carNumber)
  const banded = plate.form === 'civil' && plate.tone === 'white' && plate.region === ''
  const shrink = Math.min(1, fullWidth / plateWidth(carNumber))
  const semantics = decorative
    ? { 'aria-hidden': true }
    : { role: 'img', 'aria-label': copy.connect.plateLabel(spokenPlate(carNumber)) }
  return (
    <div className={`${styles.plate} ${styles[plate.tone]}`} {...semantics}>
      {banded && (
        <span className={styles.band} aria-hidden>
          <Emblem />
          <span className={styles.country}>KOR</span>
        </span>
      )}
      <b className={styles.text} style={{ '--shrink': shrink }} aria-hidden>
        <span>
          {plate.form === 'civil' && (
            <>
              {plate.region !== '' && <span className={styles.region}>{plate.region}</span>}
              {plate.lead}
              <span className={styles.syllable}>{plate.syllable}</span>
              {plate.serial}
            </>
          )}
          {plate.form === 'worded' && (
            <>
              <span className={styles.word}>{plate.word}</span>
              {plate.serial}
            </>
          )}
          {plate.form === 'raw' && plate.text}
        </span>
      </b>
    </div>
  )
}

/** A simplified drawing of the emblem on the band. */
function Emblem() {
  return (
    <svg viewBox="0 0 24 24" className={styles.emblem} aria-hidden>
      <circle cx="12" cy="12" r="11.5" fill="#fff" />
      <g transform="rotate(-32 12 12)">
        <path d="M2 12a10 10 0 0 1 20 0" fill="#d6333f" />
        <path d="M2 12a10 10 0 0 0 20 0" fill="#2457b8" />
        <circle cx="7" cy="12" r="5" fill="#d6333f" />
        <circle cx="17" cy="12" r="5" fill="#2457b8" />
      </g>
    </svg>
  )
}
