import { ApiError, correctVisit, type Exchange, getVisit } from '@kingcar/client'
import { normalisePlate, type VisitDetail } from '@kingcar/contract'
import { type FormEvent, useId, useState } from 'react'
import { exchange } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useAction } from '../api/use-action.ts'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField, useFaultFocus } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { PlatePicture } from '../images/PlatePicture.tsx'
import { copy } from '../text/copy.ts'
import { clearestReading } from './clearest-reading.ts'
import { text } from './copy.ts'
import { describeChange } from './describe-change.ts'
import { PlateField, plateFault } from './PlateField.tsx'
import { ReadingPicture } from './ReadingDialog.tsx'
import { Suggestions } from './Suggestions.tsx'
import styles from './visits.module.css'

type VersionedVisit = Exchange<VisitDetail>
type CorrectDialogProps = {
  /** The visit as it was when the dialog opened. */
  visit: VersionedVisit
  /** Earlier correction of the same reading, the initial value of the field instead of the current plate. */
  proposed?: string | undefined
  onClose: () => void
  /** Receives the visit as the server has it now. */
  onCurrent: (visit: VersionedVisit) => unknown
}

/**
 * Corrects the plate of a visit. The typed plate is validated before sending. If the visit has changed since it was loaded,
 * the dialog shows the changes and the user submits again.
 */
export function CorrectDialog({ visit, proposed = '', onClose, onCurrent }: CorrectDialogProps) {
  const id = useId()
  const [current, setCurrent] = useState(visit)
  const [changed, setChanged] = useState<string[]>([])
  const [carNumber, setCarNumber] = useState(proposed || visit.result.carNumber)
  const [found, setFound] = useState<{ carNumber?: string | undefined; reason?: string | undefined }>({})
  const { busy, failure, act } = useAction(async (reason: string) => {
    const options = current.etag === null ? {} : { ifMatch: current.etag }
    try {
      onCurrent(await exchange(correctVisit, { id: current.result.id, carNumber, reason }, options))
      onClose()
      notify.success(text.correct.done)
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.status !== 412) throw cause
      const now = await exchange(getVisit, { id: current.result.id })
      setChanged(describeChange(current.result, now.result))
      setCurrent(now)
      onCurrent(now)
    }
  })
  const faults = {
    carNumber: found.carNumber ?? faultOf(failure, 'carNumber'),
    reason: found.reason ?? faultOf(failure, 'reason'),
  }
  const form = useFaultFocus(found, failure)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    const same = normalisePlate(carNumber) === current.result.carNumber
    const wrong = {
      carNumber: same ? text.correct.same : plateFault(carNumber),
      reason: reason === '' ? copy.reason.required : undefined,
    }
    setFound(wrong)
    setChanged([])
    if (wrong.carNumber === undefined && wrong.reason === undefined) act(reason)
  }

  return (
    <Dialog title={text.correct.title} busy={busy} onClose={onClose}>
      <p>{text.correct.text}</p>
      {proposed !== '' && <p className={styles.proposal}>{text.proposal.past(proposed)}</p>}
      <form ref={form} noValidate onSubmit={submit}>
        <Seen visit={current.result} />
        <Suggestions visit={current.result} onChosen={setCarNumber} />
        <PlateField id={`${id}-plate`} value={carNumber} onChange={setCarNumber} fault={faults.carNumber} />
        <Field id={`${id}-reason`} label={copy.reason.label} hint={copy.reason.hint} fault={faults.reason}>
          <textarea {...inField(`${id}-reason`, faults.reason)} name="reason" rows={3} maxLength={500} data-prose />
        </Field>
        {changed.length > 0 && (
          <div className={styles.changed} role="alert">
            {changed.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
            <p>{text.correct.changed.again}</p>
          </div>
        )}
        <FormActions {...{ busy, failure }} confirm={text.correct.confirm} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** What is to be corrected: the plate as it is now, and the picture of the clearest read. */
function Seen({ visit: { carNumber, readings } }: { visit: VisitDetail }) {
  const clearest = clearestReading(readings)
  return (
    <div className={styles.seen}>
      {clearest !== undefined && <ReadingPicture reading={clearest} />}
      <p>
        {clearest?.boundingBox && (
          <span className={styles.crop}>
            <PlatePicture imageId={clearest.imageId} boundingBox={clearest.boundingBox} />
          </span>
        )}
        <span>
          {text.correct.now} <b>{carNumber}</b>
        </span>
      </p>
    </div>
  )
}
