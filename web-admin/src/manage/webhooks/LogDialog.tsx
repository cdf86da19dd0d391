import { listWebhookDeliveries, replayWebhookDeliveries, testWebhookEndpoint } from '@kingcar/client'
import {
  type ReplayedWebhooks,
  seoulDate,
  type WebhookDelivery,
  type WebhookEndpoint,
  webhookEventLabels,
} from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, session } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { listQuery } from '../api/queries.ts'
import { useAction } from '../api/use-action.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Button } from '../components/controls.tsx'
import { DateInput } from '../components/DateInput.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { Field, inField, useFaultFocus } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { Moment } from '../components/Moment.tsx'
import { type Column, Table } from '../list/Table.tsx'
import { copy } from '../text/copy.ts'
import { text as words } from './copy.ts'
import styles from './webhooks.module.css'

const text = words.log
const ends = ['from', 'to'] as const
const labels: Readonly<Record<string, string>> = webhookEventLabels

const columns: readonly Column<WebhookDelivery>[] = [
  { key: 'event', title: text.event, width: '30%', card: 'head', cell: ({ type }) => labels[type] ?? type },
  { key: 'at', title: text.at, width: '25%', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { key: 'state', title: text.state, width: '15%', cell: ({ state }) => text.states[state] },
  {
    key: 'tries',
    title: text.tries,
    width: '30%',
    cell: ({ tries: [last] }) => last && `${words.outcome(last)} ${last.response ?? ''}`,
  },
]

/** The newest deliveries of an endpoint; sends a test event, and events of some days again. */
export function LogDialog({ endpoint: { id, name }, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  const today = seoulDate(new Date(session.serverNow()))
  const [days, setDays] = useState({ from: today, to: today })
  /** The days of the last submission, if one of them was no day. */
  const [refused, setRefused] = useState<typeof days>()
  const [sent, setSent] = useState(0)
  const { data, error, refetch } = useQuery(listQuery(listWebhookDeliveries, { id, size: 20 }))
  const test = useAction(async () => {
    const outcome = await call(testWebhookEndpoint, { id })
    if (outcome.error === null) notify.success(words.test.done(outcome.status ?? 0, outcome.milliseconds))
    else notify.error(words.outcome(outcome))
  })
  const replay = useAction(async () => {
    let count = 0
    for (let next: string | null = days.from; next !== null; ) {
      const range = { id, from: next, to: days.to }
      const part: ReplayedWebhooks = await call(replayWebhookDeliveries, range, {
        idempotencyKey: keyFor({ ...range, sent }),
      })
      count += part.deliveries
      next = part.next
    }
    setSent(sent + 1)
    notify.success(words.replay.done(count))
    await client.invalidateQueries({ queryKey: ['listWebhookDeliveries'] })
  })
  const faultAt = (end: (typeof ends)[number]) =>
    refused?.[end] === '' && days[end] === '' ? words.replay.dayRequired : faultOf(replay.failure, end)
  const form = useFaultFocus(refused ?? ends, replay.failure)
  const submit = () => {
    if (ends.every((end) => days[end] !== '')) return replay.act()
    setRefused({ ...days })
  }
  return (
    <Dialog title={text.title(name)} busy={test.busy || replay.busy} onClose={onClose}>
      <form
        ref={form}
        className={styles.actions}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Button busy={test.busy} onClick={test.act}>
          {words.test.open}
        </Button>
        {ends.map((end) => (
          <Field key={end} id={`replay-${end}`} label={words.replay[end]} fault={faultAt(end)}>
            <DateInput
              {...inField(`replay-${end}`, faultAt(end))}
              kind="date"
              value={days[end]}
              max={today}
              onValue={(day) => setDays({ ...days, [end]: day })}
            />
          </Field>
        ))}
        <Button type="submit" busy={replay.busy}>
          {words.replay.open}
        </Button>
      </form>
      {test.failure !== null && <Failure title={words.test.failed} cause={test.failure} />}
      {replay.failure !== null && ends.every((end) => faultOf(replay.failure, end) === undefined) && (
        <Failure title={words.replay.failed} cause={replay.failure} />
      )}
      {error !== null && <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />}
      {data?.empty && <p>{text.empty}</p>}
      {data !== undefined && !data.empty && (
        <Table caption={text.list} columns={columns} rows={data.content} keyOf={({ eventId }) => eventId} />
      )}
      <DialogActions>
        <Button onClick={onClose}>{text.close}</Button>
      </DialogActions>
    </Dialog>
  )
}
