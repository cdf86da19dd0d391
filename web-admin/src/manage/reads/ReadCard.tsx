import { type ReviewedRead, reviewReasonLabels } from '@kingcar/contract'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type RefObject, useId, useState } from 'react'
import { Plate } from '../../ui/plate/Plate.tsx'
import { IfMay } from '../api/rights.tsx'
import { Button, Pill } from '../components/controls.tsx'
import { Moment } from '../components/Moment.tsx'
import { percent } from '../text/format.ts'
import { PlateField, plateFault } from '../visits/PlateField.tsx'
import { ReadingPicture } from '../visits/ReadingDialog.tsx'
import { type Choice, choicesOf } from './choices.ts'
import { text } from './copy.ts'
import styles from './reads.module.css'

type ReadCardProps = {
  read: ReviewedRead
  /** Its place among the reads shown, such as `3 / 20`. */
  place: string
  /** Store and device. */
  origin: string
  card: RefObject<HTMLElement | null>
  onAccept: (carNumber: string) => void
  onDismiss: () => void
  onMove: (by: number) => void
}

/** One read: its picture, what was read, and the decision to make or made. */
export function ReadCard({ read, place, origin, card, onAccept, onDismiss, onMove }: ReadCardProps) {
  const { carNumber, confidence, imageId, reason, recognizedAt, reviewState } = read
  return (
    <section ref={card} className={styles.card} tabIndex={-1} aria-label={text.current}>
      <div className={styles.picture}>
        {imageId === null ? <p className={styles.noPicture}>{text.noPicture}</p> : <ReadingPicture reading={read} />}
      </div>
      <div className={styles.facts}>
        <div className={styles.head}>
          <h2>
            <span className={styles.label}>{text.asRead}</span> {carNumber}
          </h2>
          <Pill tone="warn">{reviewReasonLabels[reason]}</Pill>
          <span className={styles.place}>{place}</span>
        </div>
        <p className={styles.label}>
          {text.confidence(percent(confidence, 1))} · <Moment at={recognizedAt} /> · {origin}
        </p>
        {reviewState === 'open' ? (
          <IfMay op="acceptRead">
            <Decision key={`${read.deviceId} ${read.readId}`} choices={choicesOf(read)} {...{ onAccept, onDismiss }} />
          </IfMay>
        ) : (
          <Decided read={read} />
        )}
        <div className={styles.actions}>
          <Button onClick={() => onMove(-1)}>{text.previous}</Button>
          <Button onClick={() => onMove(1)}>{text.next}</Button>
        </div>
      </div>
    </section>
  )
}

type DecisionProps = Pick<ReadCardProps, 'onAccept' | 'onDismiss'> & { choices: readonly Choice[] }

function Decision({ choices, onAccept, onDismiss }: DecisionProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = plateFault(typed)
    setFault(found)
    if (found === undefined) onAccept(typed)
  }
  return (
    <>
      {choices.length === 0 ? (
        <p>{text.noChoices}</p>
      ) : (
        <ol className={styles.choices} aria-label={text.choices}>
          {choices.map(({ carNumber, source }, at) => (
            <li key={carNumber}>
              <button
                type="button"
                className={styles.choice}
                aria-keyshortcuts={at === 0 ? 'Enter 1' : String(at + 1)}
                onClick={() => onAccept(carNumber)}
              >
                <kbd aria-hidden>{at + 1}</kbd>
                <Plate carNumber={carNumber} />
                <span>{source}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      <form className={styles.typed} noValidate onSubmit={submit}>
        <PlateField id={`${id}-plate`} value={typed} onChange={setTyped} fault={fault} />
        <Button type="submit">{text.type}</Button>
      </form>
      <div className={styles.actions}>
        <Button tone="danger" aria-keyshortcuts="D" onClick={onDismiss}>
          {text.dismiss} (D)
        </Button>
      </div>
      <p className={styles.label}>{text.keys}</p>
    </>
  )
}

function Decided({ read: { acceptedCarNumber, decidedAt, reviewState, visitId } }: { read: ReviewedRead }) {
  return (
    <p className={styles.decided}>
      <Pill tone={reviewState === 'accepted' ? 'ok' : 'neutral'}>{text.states[reviewState]}</Pill>
      {acceptedCarNumber !== null && (
        <span className={styles.plate}>
          <Plate carNumber={acceptedCarNumber} />
        </span>
      )}
      {decidedAt !== null && <Moment at={decidedAt} />}
      {visitId !== null && (
        <Link to="/manage/visits/$id" params={{ id: visitId }}>
          {text.visit}
        </Link>
      )}
    </p>
  )
}
