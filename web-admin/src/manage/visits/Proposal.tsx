import type { PastCorrection } from '@kingcar/contract'
import { Button } from '../components/controls.tsx'
import { Moment } from '../components/Moment.tsx'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './visits.module.css'

type ProposalProps = { past: PastCorrection; onChosen: (carNumber: string) => void }

/** Proposes an earlier correction of the same reading. It changes nothing by itself; the user decides. */
export function Proposal({ past: { carNumber, correctedAt, times }, onChosen }: ProposalProps) {
  return (
    <div className={styles.proposal}>
      <p>
        {text.proposal.past(carNumber)}{' '}
        <small>
          {text.proposal.last} · <Moment at={correctedAt} /> · {text.proposal.times(amount(times))}
        </small>
      </p>
      <Button onClick={() => onChosen(carNumber)}>{text.proposal.correct(carNumber)}</Button>
    </div>
  )
}
