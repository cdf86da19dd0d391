import { useSyncExternalStore } from 'react'
import { session } from '../../api/api.ts'
import { onEvery } from '../api/use-server-now.ts'
import { exactMomentOf, momentWithYear, relativeOf } from '../text/format.ts'
import styles from './moment.module.css'
import { Unbroken } from './Unbroken.tsx'

/**
 * An instant relative to now, updated by a clock that all instances share; to the second on hover, and with its day and
 * year on paper. `text` replaces the usual form. Facts, histories, deadlines and plans use `momentOf`, which always
 * shows the time of day.
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

/** Ten seconds, so that a change of the minute is shown with this delay at most. */
const onTick = (run: () => void) => onEvery(10_000, run)
