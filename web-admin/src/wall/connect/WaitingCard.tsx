import type { ConnectionPhase } from '../../live/connection-state.ts'
import { clock, day } from '../../ui/age.ts'
import styles from './connect.module.css'
import { copy } from './copy.ts'
import type { RecognizerStatus } from './recognizer-status.ts'
import { isBlind } from './use-recognizer-status.ts'

type WaitingProps = {
  now: number
  /** There has been no visit yet, so there is no card below. */
  alone: boolean
  phase: ConnectionPhase
  recognizers: RecognizerStatus | undefined
}

/**
 * Shown while no car is there: a clock, so that the screen is useful and visibly running. It says that it waits for
 * cars only while it would receive their visits. Before it is connected, or while the state of the recognizers is
 * unknown, it shows only a greeting.
 */
export function WaitingCard({ now, alone, phase, recognizers }: WaitingProps) {
  const lost = phase === 'retrying' || phase === 'stale'
  const waits = phase === 'open' && recognizers !== undefined
  const blind = recognizers !== undefined && isBlind(recognizers)
  const Heading = alone ? 'h1' : 'p'
  return (
    <section className={styles.waiting} aria-labelledby="waiting">
      <p className={styles.day}>{day(now)}</p>
      <p className={styles.bigClock}>{clock(now)}</p>
      <Heading id="waiting" className={styles.waitingText}>
        {lost ? copy.waitingLost : blind ? copy.blind : waits ? copy.waiting : copy.welcome}
      </Heading>
      {blind && !lost && (
        <p className={styles.missing}>{recognizers.registered === 0 ? copy.noDevice : copy.askStaff}</p>
      )}
    </section>
  )
}
