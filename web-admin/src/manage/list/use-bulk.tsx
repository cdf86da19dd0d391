import type { AdminOperation } from '@kingcar/contract'
import { type ReactNode, useState } from 'react'
import { SignedOutError } from '../../api/session.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { failureSentence } from '../components/failure-sentence.ts'
import { useToastedAction } from '../components/use-toasted-action.ts'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import styles from './bulk.module.css'

const text = copy.bulk

/** An operation on single items that an administrator may also apply to several. */
export type BulkAction<T> = {
  op: AdminOperation
  label: string
  danger?: boolean
  /** Asked first, if the action cannot be reversed. */
  confirm?: { title: (count: string) => string; text: string }
  /** Whether `run` only schedules the action, such as a deletion with undo, which says itself what becomes of it. */
  scheduled?: boolean
  run: (item: T) => Promise<unknown>
}

type BulkProps<T> = {
  /** Those that the page shows; more cannot be chosen. */
  items: readonly T[] | undefined
  keyOf: (item: T) => string
  nameOf: (item: T) => string
  actions: readonly BulkAction<T>[]
  /** Also in the bar while items are selected. */
  ofChosen?: (chosen: readonly T[]) => ReactNode
  /** After the last item, also if some failed; not after actions that are only scheduled. */
  onSettled?: () => Promise<unknown>
}

/** What `useBulk` adds to a list: a checkbox for each item, and the bar with the actions. */
export type Bulk<T> = { boxOf: (item: T) => ReactNode; bar: ReactNode }

type Result = { count: number; failures: readonly { key: string; name: string; reason: string }[] }

/**
 * Selection of items of a list, and actions on the selected ones, one after the other. Items that fail stay selected, and the bar
 * gives the reason of each. Undefined for an administrator who may not call any of the operations, without `ofChosen`.
 */
export function useBulk<T>({
  items = [],
  keyOf,
  nameOf,
  actions,
  ofChosen,
  onSettled,
}: BulkProps<T>): Bulk<T> | undefined {
  const may = useMay()
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState<BulkAction<T>>()
  const [result, setResult] = useState<Result>()
  const chosen = items.filter((item) => keys.has(keyOf(item)))
  const run = async (action: BulkAction<T>) => {
    const failures: Result['failures'][number][] = []
    for (const item of chosen) {
      try {
        await action.run(item)
      } catch (cause) {
        if (cause instanceof SignedOutError) throw cause
        failures.push({ key: keyOf(item), name: nameOf(item), reason: failureSentence(cause) })
      }
    }
    setAsking(undefined)
    setKeys(new Set(failures.map(({ key }) => key)))
    setResult(failures.length > 0 ? { count: chosen.length, failures } : undefined)
    if (action.scheduled) return
    if (failures.length === 0) notify.success(text.done(action.label, amount(chosen.length)))
    await onSettled?.()
  }
  const { busy, act } = useToastedAction(copy.failures.action, run)
  const allowed = actions.filter(({ op }) => may(op))
  if (allowed.length === 0 && ofChosen === undefined) return undefined

  const choose = (these: readonly T[], isChosen: boolean) => {
    const next = new Set(chosen.map(keyOf))
    for (const item of these) isChosen ? next.add(keyOf(item)) : next.delete(keyOf(item))
    setKeys(next)
  }
  const bar = items.length > 0 && (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of controls
    <div className={styles.bar} role="group" aria-label={text.label}>
      <label className={styles.all}>
        <input
          type="checkbox"
          checked={chosen.length === items.length}
          disabled={busy}
          onChange={(event) => choose(items, event.target.checked)}
        />
        {text.all}
      </label>
      <span role="status">{chosen.length > 0 && text.chosen(amount(chosen.length))}</span>
      {chosen.length > 0 &&
        allowed.map((action) => (
          <Button
            key={action.label}
            busy={busy}
            {...(action.danger && { tone: 'danger' })}
            onClick={() => (action.confirm === undefined ? act(action) : setAsking(action))}
          >
            {action.label}
          </Button>
        ))}
      {chosen.length > 0 && ofChosen?.(chosen)}
      {result !== undefined && <Failures {...result} />}
      {asking?.confirm !== undefined && (
        <ConfirmDialog
          title={asking.confirm.title(amount(chosen.length))}
          text={asking.confirm.text}
          confirm={asking.label}
          run={() => run(asking)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
  return {
    bar,
    boxOf: (item) => (
      <label className={styles.box}>
        <input
          type="checkbox"
          aria-label={text.choose(nameOf(item))}
          checked={keys.has(keyOf(item))}
          disabled={busy}
          onChange={(event) => choose([item], event.target.checked)}
        />
      </label>
    ),
  }
}

function Failures({ count, failures }: Result) {
  return (
    <div className={styles.failures} role="alert">
      <p>{text.partly(amount(count), amount(count - failures.length), amount(failures.length))}</p>
      <ul>
        {failures.map(({ key, name, reason }) => (
          <li key={key}>
            {name}: {reason}
          </li>
        ))}
      </ul>
    </div>
  )
}
