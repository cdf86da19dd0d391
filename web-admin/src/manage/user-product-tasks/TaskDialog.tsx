import {
  ApiError,
  cancelUserProduct,
  listUserProducts,
  moveUserProduct,
  resumeUserProduct,
  retryUserProductPayment,
  stopUserProduct,
} from '@kingcar/client'
import type { Car } from '@kingcar/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useAction } from '../api/use-action.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField, useFaultFocus } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { ReasonDialog } from '../components/ReasonDialog.tsx'
import { wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import type { AskedTask, Task } from './tasks.ts'

/** Milliseconds until a charge times out: twice as long as the service waits for the payment provider. */
const chargeTimeout = 30_000

const tasks = {
  takeBack: { op: cancelUserProduct, title: text.takeBackTitle, done: text.takenBack },
  retry: { op: retryUserProductPayment, title: text.retryTitle, done: text.retried },
  stop: { op: stopUserProduct, title: text.stopTitle, done: text.stopped },
  resume: { op: resumeUserProduct, title: text.resumeTitle, done: text.resumed },
} as const

function consequenceOf(task: Exclude<Task, 'move'>, { dunning, price }: AskedTask['held']): string {
  if (task === 'retry') return text.retryText(wonOf(dunning?.amount ?? price))
  return task === 'stop' && dunning !== null ? text.stopUnpaidText : text[`${task}Text`]
}

type TaskDialogProps = AskedTask & {
  /** The cars of the member, for a move. */
  cars?: readonly Car[]
  onClose: () => void
}

/** The dialog of a task, with a reason for the audit log where the task takes one. */
export function TaskDialog({ task, held, cars = [], onClose }: TaskDialogProps) {
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  const declined = useRef(0)

  /** The product is up to date before the dialog closes, also after a failure. */
  const refreshAfter = async (run: () => Promise<unknown>, done: string) => {
    try {
      await run()
    } finally {
      await client.invalidateQueries({ queryKey: [listUserProducts.name] })
    }
    onClose()
    notify.success(done)
  }
  if (task === 'move') {
    const move = (carId: string) => refreshAfter(() => call(moveUserProduct, { id: held.id, carId }), text.moved)
    return <MoveDialog {...{ held, cars, onClose }} onMove={move} />
  }
  const perform = async (reason: string) => {
    const input = { id: held.id, reason }
    const idempotencyKey = keyFor({ task, ...input, declined: declined.current })
    try {
      await call(tasks[task].op, input, { idempotencyKey, ...(task === 'retry' && { timeout: chargeTimeout }) })
    } catch (cause) {
      // The refusal of the card is the outcome of this key: the next press is a new attempt.
      if (cause instanceof ApiError && cause.code === 'PAYMENT_FAILED') declined.current += 1
      throw cause
    }
  }
  return (
    <ReasonDialog
      danger={task === 'stop' || task === 'takeBack'}
      title={tasks[task].title(held.productName, held.memberName)}
      text={consequenceOf(task, held)}
      confirm={text[task]}
      run={(reason) => refreshAfter(() => perform(reason), tasks[task].done)}
      onClose={onClose}
    />
  )
}

type MoveDialogProps = Pick<TaskDialogProps, 'held' | 'onClose'> & {
  cars: readonly Car[]
  onMove: (carId: string) => Promise<unknown>
}

/** Binds a product to another car of its member. */
function MoveDialog({ held, cars, onMove, onClose }: MoveDialogProps) {
  const { busy, failure, act } = useAction(onMove)
  const [found, setFound] = useState<{ carId?: string }>({})
  const form = useFaultFocus(found, failure)
  const id = useId()
  const fault = found.carId ?? faultOf(failure, 'carId')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const carId = String(new FormData(event.currentTarget).get('carId'))
    setFound(carId === '' ? { carId: text.moveRequired } : {})
    if (carId !== '') act(carId)
  }
  return (
    <Dialog title={text.moveTitle(held.productName, held.memberName)} busy={busy} onClose={onClose}>
      <p>{text.moveText}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <Field id={id} label={text.moveCar} fault={fault}>
          <select {...inField(id, fault)} name="carId" defaultValue="" data-autofocus>
            <option value="">{text.moveChoose}</option>
            {cars
              .filter((car) => car.id !== held.carId)
              .map((car) => (
                <option key={car.id} value={car.id}>
                  {[car.carNumber, car.model].filter(Boolean).join(' · ')}
                </option>
              ))}
          </select>
        </Field>
        <FormActions {...{ busy, failure, onClose }} confirm={text.move} />
      </form>
    </Dialog>
  )
}
