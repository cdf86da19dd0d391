import {
  ApiError,
  cancelUserProduct,
  changeUserProductPlan,
  getUserProductChange,
  listUserProducts,
  moveUserProduct,
  pauseUserProduct,
  recordPriceAnswer,
  resumeUserProduct,
  retryUserProductPayment,
  stopUserProduct,
  unpauseUserProduct,
} from '@kingcar/client'
import { type Car, type ChangeQuote, priceAnswerKinds } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { productsQuery } from '../api/queries.ts'
import { useAction } from '../api/use-action.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { Field, inField, useFaultFocus } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { ReasonDialog } from '../components/ReasonDialog.tsx'
import { SelectField } from '../components/SelectField.tsx'
import { copy } from '../text/copy.ts'
import { wonOf } from '../text/format.ts'
import { labels } from './copy.ts'
import { text } from './dialog-copy.ts'
import type { AskedTask, Task } from './tasks.ts'

/** Milliseconds until a charge times out: twice as long as the service waits for the payment provider. */
const chargeTimeout = 30_000

const tasks = {
  takeBack: { op: cancelUserProduct, title: text.takeBackTitle, done: text.takenBack },
  retry: { op: retryUserProductPayment, title: text.retryTitle, done: text.retried },
  pause: { op: pauseUserProduct, title: text.pauseTitle, done: text.paused },
  unpause: { op: unpauseUserProduct, title: text.unpauseTitle, done: text.unpaused },
  change: { op: changeUserProductPlan, title: text.changeTitle, done: text.changed },
  answer: { op: recordPriceAnswer, title: text.answerTitle, done: text.answered },
  stop: { op: stopUserProduct, title: text.stopTitle, done: text.stopped },
  resume: { op: resumeUserProduct, title: text.resumeTitle, done: text.resumed },
} as const

/** Texts for a choice of the current plan, which withdraws the planned change. */
const withdrawal = { title: text.withdrawTitle, done: text.withdrawn }

function consequenceOf(task: Exclude<Task, 'move'>, { dunning, price }: AskedTask['held']): string {
  if (task === 'retry') return text.retryText(wonOf(dunning?.amount ?? price))
  return task === 'stop' && dunning !== null ? text.stopUnpaidText : text[`${task}Text`]
}

type When = 'now' | 'periodEnd'

type TaskDialogProps = AskedTask & {
  /** The cars of the member, for a move. */
  cars?: readonly Car[] | undefined
  onClose: () => void
}

/** The dialog of a task, with a reason for the audit log where the task takes one. */
export function TaskDialog({ task, held, cars = [], onClose }: TaskDialogProps) {
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  const declined = useRef(0)
  const [planId, setPlanId] = useState<string>()
  const [when, setWhen] = useState<When>('periodEnd')

  /** The product is up to date before the dialog closes, also after a failure. */
  const refreshAfter = async (run: () => Promise<unknown>, done: string) => {
    try {
      await run()
    } finally {
      await client.invalidateQueries({ queryKey: [listUserProducts.name] })
      if (task === 'change') void client.invalidateQueries({ queryKey: ['getUserProductChange'] })
    }
    onClose()
    notify.success(done)
  }
  if (task === 'move') {
    const move = (carId: string) => refreshAfter(() => call(moveUserProduct, { id: held.id, carId }), text.moved)
    return <MoveDialog {...{ held, cars, onClose }} onMove={move} />
  }
  const perform = async (reason: string, form: FormData) => {
    const input = { id: held.id, reason, ...termsIn(form), ...(task === 'answer' && seenBy(held)) }
    const idempotencyKey = keyFor({ task, ...input, declined: declined.current })
    try {
      await call(tasks[task].op, input as never, {
        idempotencyKey,
        ...((task === 'retry' || input.when === 'now') && { timeout: chargeTimeout }),
      })
    } catch (cause) {
      // A declined card ends this idempotency key: the next press is a new attempt with a new key.
      if (cause instanceof ApiError && cause.code === 'PAYMENT_FAILED') declined.current += 1
      throw cause
    }
  }
  const words =
    task === 'change' && planId === held.productId
      ? { ...withdrawal, consequence: text.withdrawText, confirm: text.withdraw }
      : { ...tasks[task], consequence: consequenceOf(task, held), confirm: labels[task] }
  const isNow = task === 'change' && planId !== held.productId && when === 'now'
  return (
    <ReasonDialog
      danger={task === 'stop' || task === 'takeBack'}
      title={words.title(held.productName, held.memberName)}
      text={isNow ? text.changeNowText : words.consequence}
      confirm={words.confirm}
      run={(reason, form) => refreshAfter(() => perform(reason, form), isNow ? text.changedNow : words.done)}
      onClose={onClose}
    >
      {task === 'pause' && <DaysField />}
      {task === 'answer' && <AnswerField held={held} />}
      {task === 'change' && <PlanField {...{ held, planId, setPlanId, when, setWhen }} />}
    </ReasonDialog>
  )
}

/** What a pause, a change or an answer takes besides its reason. */
function termsIn(form: FormData): {
  days?: number
  productId?: string
  when?: When
  amount?: number
  answer?: string
} {
  const [days, productId, answer] = [form.get('days'), form.get('productId'), form.get('answer')]
  return {
    ...(typeof answer === 'string' && { answer }),
    ...(typeof days === 'string' && { days: Number(days) }),
    ...(typeof productId === 'string' && { productId }),
    ...(form.get('when') === 'now' && { when: 'now' as const, amount: Number(form.get('amount')) }),
  }
}

/** The price and the text that the member has seen. */
const seenBy = ({ subscription }: AskedTask['held']) => ({
  price: subscription?.priceChange?.price,
  textVersion: subscription?.priceChange?.consent?.textVersion,
})

function AnswerField({ held: { subscription } }: Pick<TaskDialogProps, 'held'>) {
  const id = useId()
  return (
    <>
      <blockquote>{subscription?.priceChange?.consent?.text}</blockquote>
      <SelectField
        id={id}
        label={text.answerChoice}
        name="answer"
        choices={priceAnswerKinds.map((kind) => [kind, text.answers[kind]])}
      />
    </>
  )
}

function DaysField() {
  const id = useId()
  return (
    <Field id={id} label={text.pauseDays} hint={text.pauseDaysHint}>
      <input {...inField(id, undefined)} name="days" type="number" min={1} max={365} defaultValue={7} />
    </Field>
  )
}

type PlanFieldProps = Pick<TaskDialogProps, 'held'> & {
  /** The plan that was chosen; undefined before a choice. */
  planId: string | undefined
  setPlanId: (id: string) => void
  when: When
  setWhen: (when: When) => void
}

/**
 * Lists the planned plan and those on sale. The current plan, which withdraws a planned change, is never the first
 * choice.
 */
function PlanField({ held, planId, setPlanId, when, setWhen }: PlanFieldProps) {
  const { data, error, refetch } = useQuery(productsQuery)
  const id = useId()
  if (error !== null) return <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />
  const planned = held.subscription?.change
  const plans = data?.filter(({ type, onSale }) => type === 'subscribe' && onSale) ?? []
  const priced = (name: string, price: number) => `${name} · ${wonOf(price)}`
  const others = plans.filter((plan) => plan.id !== held.productId && plan.id !== planned?.productId)
  const isNone = data !== undefined && others.length === 0
  const chosen = planId ?? planned?.productId ?? others[0]?.id ?? ''
  return (
    <>
      <SelectField
        id={id}
        label={text.changeTo}
        hint={isNone ? text.changeNoOther : undefined}
        name="productId"
        disabled={data === undefined}
        value={chosen}
        onChange={(event) => {
          setPlanId(event.target.value)
          setWhen('periodEnd')
        }}
        choices={[
          ...(planned ? [[planned.productId, priced(planned.productName, planned.price)] as const] : []),
          ...others.map((plan) => [plan.id, priced(plan.name, plan.price)] as const),
          ...(planned ? [[held.productId, text.changeNone(held.productName)] as const] : []),
        ]}
      />
      {chosen !== '' && chosen !== held.productId && <WhenField {...{ held, productId: chosen, when, setWhen }} />}
    </>
  )
}

type WhenFieldProps = Pick<PlanFieldProps, 'held' | 'when' | 'setWhen'> & { productId: string }

/**
 * When the plan changes, each choice with what it costs. An immediate change is possible only if the credit is not more
 * than the price.
 */
function WhenField({ held, productId, when, setWhen }: WhenFieldProps) {
  const id = useId()
  const input = { id: held.id, productId }
  const { data, error, refetch } = useQuery({
    queryKey: ['getUserProductChange', input],
    queryFn: () => call(getUserProductChange, input),
  })
  if (error !== null) return <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />
  return (
    <Field id={id} label={text.changeWhen} hint={data && hintOf(data)}>
      {/* what is shown is what the member agrees to */}
      {data?.now && <input type="hidden" name="amount" value={data.now.amount} />}
      <select
        {...inField(id, undefined)}
        name="when"
        disabled={data === undefined}
        value={data?.now === null ? 'periodEnd' : when}
        onChange={(event) => setWhen(event.target.value === 'now' ? 'now' : 'periodEnd')}
      >
        <option value="periodEnd">
          {data === undefined ? copy.pages.loading : text.changeAtEnd(wonOf(data.periodEnd.amount))}
        </option>
        {data?.now && <option value="now">{text.changeNow(wonOf(data.now.amount))}</option>}
      </select>
    </Field>
  )
}

const hintOf = ({ now }: ChangeQuote): string =>
  now === null ? text.changeOnlyAtEnd : text.changeCredit(now.unusedDays, wonOf(now.credit))

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
        <SelectField
          id={id}
          label={text.moveCar}
          fault={fault}
          name="carId"
          defaultValue=""
          data-autofocus
          none={text.moveChoose}
          choices={cars
            .filter((car) => car.id !== held.carId)
            .map((car) => [car.id, [car.carNumber, car.model].filter(Boolean).join(' · ')])}
        />
        <FormActions {...{ busy, failure, onClose }} confirm={labels.move} />
      </form>
    </Dialog>
  )
}
