import type { AdminOperation } from '@kingcar/contract'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useReducer, useRef, useState } from 'react'
import { SignedOutError } from '../../api/session.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { failureSentence } from '../components/failure-sentence.ts'
import { useToastedAction } from '../components/use-toasted-action.ts'
import { focusTitle } from '../page/focus-title.ts'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import styles from './bulk.module.css'
import { rowsAt } from './list-search.ts'

const text = copy.bulk

/** An operation on single items that an administrator may also apply to several. */
export type BulkAction<T> = {
  op: AdminOperation
  label: string
  danger?: boolean
  /** Asked first, if the action cannot be reversed. */
  confirm?: { title: (count: string) => string; text: string }
  /** Whether `run` only schedules the action, such as a deletion with undo, which reports its outcome itself. */
  scheduled?: boolean
  run: (item: T) => Promise<unknown>
}

type BulkProps<T> = {
  /** The items of the page: only these can be chosen. */
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

type Result = { count: number; failed: number; failures: readonly { key: string; name: string; reason: string }[] }

const partlyOf = (count: number, failed: number) => text.partly(amount(count), amount(count - failed), amount(failed))

const nothing = { keys: new Set<string>() as ReadonlySet<string>, result: undefined as Result | undefined }

/**
 * Selection of items of a list, and actions on the selected ones, one after the other. Items that fail stay selected, and the bar
 * gives the reason of each. Another page or filter of the list begins without a selection. Undefined for an administrator who may not
 * call any of the operations, without `ofChosen`.
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
  const at = useLocation({ select: ({ search }) => rowsAt(search) })
  const [state, setState] = useState({ at, ...nothing })
  if (state.at !== at) setState({ at, ...nothing })
  const { keys, result } = state
  const latest = useRef(at)
  useEffect(() => {
    latest.current = at
  })
  const [asking, setAsking] = useState<BulkAction<T>>()
  const chosen = items.filter((item) => keys.has(keyOf(item)))
  const everyBox = useRef<HTMLInputElement>(null)
  const [settled, settle] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    // The button of the action had the focus and has disappeared with the selection; after a dialog, the focus is on
    // the title instead.
    if (settled === 0 || document.activeElement?.matches('body, h1') !== true) return
    everyBox.current === null ? focusTitle() : everyBox.current.focus()
  }, [settled])
  const run = async (action: BulkAction<T>) => {
    setState({ at, keys, result: undefined })
    const failures: Result['failures'][number][] = []
    let ended: SignedOutError | undefined
    for (const item of chosen) {
      try {
        if (ended !== undefined) throw ended
        await action.run(item)
      } catch (cause) {
        if (cause instanceof SignedOutError) ended = cause
        failures.push({ key: keyOf(item), name: nameOf(item), reason: failureSentence(cause) })
      }
    }
    setAsking(undefined)
    if (latest.current === at)
      setState({
        at,
        keys: new Set(failures.map(({ key }) => key)),
        result: { count: chosen.length, failed: failures.length, failures },
      })
    // Another page or filter is shown: its selection stays.
    else if (failures.length > 0) notify.error(partlyOf(chosen.length, failures.length))
    if (ended !== undefined) throw ended
    if (!action.scheduled) {
      if (failures.length === 0) notify.success(text.done(action.label, amount(chosen.length)))
      await onSettled?.()
    }
    settle()
  }
  const { busy, act } = useToastedAction(copy.failures.action, run)
  const allowed = actions.filter(({ op }) => may(op))
  if (allowed.length === 0 && ofChosen === undefined) return undefined

  const choose = (these: readonly T[], isChosen: boolean) => {
    const next = new Set(chosen.map(keyOf))
    for (const item of these) isChosen ? next.add(keyOf(item)) : next.delete(keyOf(item))
    const failures = result?.failures.filter(({ key }) => next.has(key)) ?? []
    setState({ at, keys: next, result: result && { ...result, failures } })
  }
  // A failure is shown as long as its item stays selected and in the list.
  const failures = result?.failures.filter(({ key }) => chosen.some((item) => keyOf(item) === key)) ?? []
  const bar = items.length > 0 && (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of controls
    <div className={styles.bar} role="group" aria-label={text.label} data-has-input={chosen.length > 0 || undefined}>
      <label className={styles.all}>
        <input
          ref={everyBox}
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
      {failures.length > 0 && result !== undefined && <Failures {...result} failures={failures} />}
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

function Failures({ count, failures, failed }: Result) {
  return (
    <div className={styles.failures}>
      <p role="alert">{partlyOf(count, failed)}</p>
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
