import type { ReactNode } from 'react'
import { copy } from '../copy.ts'
import { Plate } from '../plate/Plate.tsx'
import { clock } from './age.ts'
import styles from './connect.module.css'
import type { Arrival } from './live-message.ts'

/** Syllables that fit in the name's line at full size; other letters are about three fifths as wide. */
const roomyName = 7
const nameWidth = (name: string) =>
  [...name].reduce((width, letter) => width + (/\p{Script=Hangul}/u.test(letter) ? 1 : 0.6), 0)

/** Who came, in which car, for which time. It enters once; given the same key it only fades what has changed. */
export function VisitCard({ visit, guest }: { visit: Arrival; guest: boolean }) {
  const nameScale = Math.min(1, roomyName / nameWidth(visit.name))
  return (
    <article className={styles.card} aria-labelledby="visitor">
      <p className={styles.greeting}>
        {visit.test
          ? copy.connect.test
          : visit.late
            ? copy.connect.late(clock(visit.recognizedAt))
            : copy.connect.greeting}
      </p>
      <h1 id="visitor" className={styles.name} style={{ '--name-scale': nameScale }}>
        <Changing value={visit.name} />
        {!visit.test && <span className={styles.suffix}>{copy.connect.suffix}</span>}
      </h1>
      <div className={styles.plate}>
        <div key={visit.carNumber} className={styles.changed}>
          <Plate carNumber={visit.carNumber} />
        </div>
      </div>
      <div className={styles.below}>
        {!visit.test && <Count visits={visit.visitCount} />}
        {guest && <p className={styles.hint}>{copy.connect.guestHint}</p>}
      </div>
    </article>
  )
}

function Count({ visits }: { visits: number }) {
  return (
    <p className={styles.count}>
      <span className={styles.spoken}>{copy.connect.visitCount} </span>
      <b>
        <Changing value={visits.toLocaleString('ko-KR')} />
      </b>
      {copy.connect.visits}
    </p>
  )
}

/** Text that fades in anew when it changes, and only then. */
function Changing({ value }: { value: string }): ReactNode {
  return (
    <span key={value} className={styles.changed}>
      {value}
    </span>
  )
}
