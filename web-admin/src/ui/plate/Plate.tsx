import { copy } from '../copy.ts'
import { type PlateLayout, plateLayout, plateScale, plateTone, spokenPlate } from './layout.ts'
import styles from './plate.module.css'

/** Those that carry the blue band of the country. */
const banded = new Set<PlateLayout['kind']>(['private', 'rental'])

/**
 * A number plate, drawn: 520 by 110 with the blue KOR band on the white civil ones. It is as wide as `--plate-width`.
 * `decorative` hides it from screen readers, where the number stands beside it or means nothing.
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
      // Lines are places on the plate: nothing else tells two of them apart.
      // biome-ignore lint/suspicious/noArrayIndexKey: as said
      return plate.lines.map((line, index) => <span key={index}>{line}</span>)
  }
}

/** Digits, and stars in the middle of the line where they stand for digits. */
function Serial({ serial }: { serial: string }) {
  return serial.split(/(\*+)/).map((part, index) =>
    part.startsWith('*') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are places, too
      <span key={index} className={styles.hidden}>
        {part}
      </span>
    ) : (
      part
    ),
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
