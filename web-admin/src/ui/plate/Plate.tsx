import { copy } from '../copy.ts'
import { type PlateLayout, plateLayout, plateScale, plateTone, spokenPlate } from './layout.ts'
import styles from './plate.module.css'

/** Kinds of plates with the blue country band. */
const banded = new Set<PlateLayout['kind']>(['private', 'rental'])

/**
 * Draws a number plate in the proportions 520:110, `--plate-width` wide. White civil plates have the blue KOR band.
 * `decorative` hides it from screen readers: for a plate whose number is shown beside it or has no meaning.
 */
export function Plate({ carNumber, decorative = false }: { carNumber: string; decorative?: boolean }) {
  const plate = plateLayout(carNumber)
  const semantics = decorative
    ? { 'aria-hidden': true }
    : { role: 'img', 'aria-label': copy.plateLabel(spokenPlate(carNumber)) }
  return (
    <div className={`${styles.plate} ${styles[plateTone(plate)]}`} data-kind={plate.kind} {...semantics}>
      {banded.has(plate.kind) && (
        <span className={styles.band} aria-hidden>
          <Emblem />
          <span className={styles.country}>KOR</span>
        </span>
      )}
      <b className={styles.text} style={{ '--shrink': plateScale(plate) }} aria-hidden>
        <PlateText plate={plate} />
      </b>
    </div>
  )
}

function PlateText({ plate }: { plate: PlateLayout }) {
  switch (plate.form) {
    case 'civil':
      return (
        <span>
          {plate.region !== '' && <span className={styles.region}>{plate.region}</span>}
          {plate.lead}
          <span className={styles.syllable}>{plate.syllable}</span>
          <Serial serial={plate.serial} />
        </span>
      )
    case 'worded':
      return (
        <span>
          <span className={styles.word}>{plate.word}</span>
          <Serial serial={plate.serial} />
        </span>
      )
    case 'raw':
      // A line has no identity but its position.
      // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
      return plate.lines.map((line, index) => <span key={index}>{line}</span>)
  }
}

/** Digits, and the stars of masked digits, vertically centred. */
function Serial({ serial }: { serial: string }) {
  return serial.split(/(\*+)/).map((part, index) =>
    part.startsWith('*') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts never move
      <span key={index} className={styles.hidden}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}

/** Simplified drawing of the emblem on the band. */
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
