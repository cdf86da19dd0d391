import { useSyncExternalStore } from 'react'
import { session } from '../../api/api.ts'
import { onEvery } from '../api/use-server-now.ts'
import { exactMomentOf, momentWithYear, relativeOf } from '../text/format.ts'
import styles from './moment.module.css'
import { Unbroken } from './Unbroken.tsx'

/**
 * An instant as seen from now, kept true by the clock that all share; to the second on hover, and with its day and year on paper.
 * `text` replaces the usual form: facts, histories, deadlines and plans have `momentOf`, whose time of day everyone can read.
 */
export const Moment = ({ at, text }: { at: string; text?: string }) => (
  <time className={styles.moment} dateTime={at} title={exactMomentOf(at)} data-paper={text ?? momentWithYear(at)}>
    {text === undefined ? <Relative at={at} /> : <Unbroken>{text}</Unbroken>}
  </time>
)

function Relative({ at }: { at: string }) {
  const text = useSyncExternalStore(onTick, () => relativeOf(at, session.serverNow()))
  return (
    <span className={styles.relative}>
      <Unbroken>{text}</Unbroken>
    </span>
  )
}

/** Ten seconds: no minute is later than that. */
const onTick = (run: () => void) => onEvery(10_000, run)
