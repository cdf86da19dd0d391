import type { ReactNode } from 'react'
import type { Arrival } from '../../live/live-message.ts'
import { clock } from '../../ui/age.ts'
import { Plate } from '../../ui/plate/Plate.tsx'
import { useQrCode } from '../../ui/qr/QrCode.tsx'
import { productText } from './announcement.ts'
import styles from './connect.module.css'
import { copy } from './copy.ts'
import { JoinCode } from './JoinCode.tsx'
import { isMilestone } from './milestone.ts'

/** Hangul syllables that fit in the line of the name at full size; other letters are about 0.6 as wide. */
const maxNameWidth = 7
const nameWidth = (name: string) =>
  [...name].reduce((width, letter) => width + (/\p{Script=Hangul}/u.test(letter) ? 1 : 0.6), 0)

type VisitProps = {
  visit: Arrival
  guest: boolean
  /** The address at which guests join. */
  join: string | undefined
  /** Whether it enters with an animation; not after a page reload. */
  enters: boolean
  /** The visit is over: shown small, below the clock. */
  past: boolean
  /** Whether a first or tenth visit is celebrated. */
  milestones: boolean
}

/** Visitor, plate and visit count. The card enters when mounted; later changes only fade in. */
export function VisitCard({ visit, guest, join, enters, past, milestones }: VisitProps) {
  const nameScale = Math.min(1, maxNameWidth / nameWidth(visit.name))
  const milestone = milestones && !past && !visit.test && !visit.late && isMilestone(visit.visitCount)
  const invited = guest && !past ? join : undefined
  const code = useQrCode(invited)
  const classes = [styles.card, enters && styles.enters, past && styles.past, milestone && styles.milestone]
  return (
    <article className={classes.filter(Boolean).join(' ')} aria-labelledby="visitor">
      <p className={styles.greeting}>
        <Changing value={milestone && visit.visitCount === 1 ? copy.firstVisit : greeting(visit, past)} />
      </p>
      <h1 id="visitor" className={styles.name} style={{ '--name-scale': nameScale }}>
        <Changing value={visit.name} />
        {!visit.test && <span className={styles.suffix}>{copy.suffix}</span>}
      </h1>
      <div className={styles.plate}>
        <div key={visit.carNumber} className={styles.changed}>
          <Plate carNumber={visit.carNumber} />
        </div>
      </div>
      <div className={styles.below}>
        {!visit.test && <Count visits={visit.visitCount} thanks={milestone && visit.visitCount > 1} />}
        <Note visit={visit} guest={guest} withCode={Boolean(code)} />
        {invited !== undefined && <JoinCode address={invited} code={code} />}
      </div>
    </article>
  )
}

function greeting({ test, late, recognizedAt }: Arrival, past: boolean): string {
  if (test) return copy.test
  if (late) return copy.late(clock(recognizedAt))
  return past ? copy.lastVisit : copy.greeting
}

function Count({ visits, thanks }: { visits: number; thanks: boolean }) {
  return (
    <p className={styles.count}>
      <span className={styles.spoken}>{copy.visitCount} </span>
      <b>
        <Changing value={visits.toLocaleString('ko-KR')} />
      </b>
      {copy.visits}
      {thanks && copy.thanks}
    </p>
  )
}

/** The used product, or an invitation for guests. The line is always reserved, so that a later text does not shift the layout. */
function Note({
  visit: { productUsed },
  guest,
  withCode,
}: Pick<VisitProps, 'visit' | 'guest'> & { withCode: boolean }) {
  const invitation = withCode ? copy.guestHintWithCode : copy.guestHint
  const text = productUsed === null ? (guest ? invitation : '') : productText(productUsed)
  return (
    <div className={styles.noteLine}>
      {text !== '' && (
        <p key={text} className={`${styles.note} ${productUsed === null ? '' : styles.used} ${styles.changed}`}>
          {text}
        </p>
      )}
    </div>
  )
}

/** Text that fades in when it changes. */
function Changing({ value }: { value: string }): ReactNode {
  return (
    <span key={value} className={styles.changed}>
      {value}
    </span>
  )
}
