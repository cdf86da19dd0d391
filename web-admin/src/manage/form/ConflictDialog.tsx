import { listAuditLogs } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { call } from '../../api/api.ts'
import { useMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { announce } from '../page/announce.ts'
import { changedValue } from '../text/changed-value.ts'
import { copy } from '../text/copy.ts'
import { momentOf } from '../text/format.ts'
import type { Clash, Fields } from './changes.ts'
import styles from './form.module.css'

type Side = 'mine' | 'theirs'
const sides: readonly Side[] = ['mine', 'theirs']

type ConflictDialogProps = {
  clashes: readonly Clash[]
  /** Fields that only the other administrator changed. */
  taken: readonly string[]
  labelOf: (name: string) => string
  /** Entity name in the audit log, whose labels values have that `show` does not cover. */
  entity: string
  show: ((name: string, value: unknown) => ReactNode) | undefined
  /** Id of the entity in the audit log, to show who changed it. */
  id: string | undefined
  onClose: () => void
  /** Called with the values that replace the typed ones. */
  onDecided: (chosen: Fields) => void
}

/** Edit conflict: shows both values of each field that both sides changed, and lets the user choose; nothing is preselected. */
export function ConflictDialog({ clashes, taken, labelOf, entity, show, id, onClose, onDecided }: ConflictDialogProps) {
  const group = useId()
  const [chosen, setChosen] = useState<Record<string, Side>>({})
  const [isIncomplete, setIncomplete] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const open = clashes.filter(({ name }) => chosen[name] === undefined)
  const decide = () => {
    setIncomplete(open.length > 0)
    const [first] = open
    if (first === undefined) return onDecided(takenFrom(clashes, chosen))
    announce(copy.form.chooseFirst)
    body.current?.querySelector<HTMLElement>(`[name="${CSS.escape(`${group}-${first.name}`)}"]`)?.focus()
  }
  return (
    <Dialog title={copy.form.changedTitle} onClose={onClose}>
      <div ref={body} className={styles.clashes}>
        {id !== undefined && <LastChange id={id} />}
        {clashes.length > 0 && <p>{copy.form.changedText}</p>}
        {clashes.map(({ name, ...clash }, n) => (
          <fieldset key={name} className={styles.clash}>
            <legend>{labelOf(name)}</legend>
            {sides.map((side) => (
              <label key={side} className={styles.side}>
                <input
                  type="radio"
                  name={`${group}-${name}`}
                  checked={chosen[name] === side}
                  data-autofocus={(n === 0 && side === 'mine') || undefined}
                  onChange={() => setChosen({ ...chosen, [name]: side })}
                />
                <span>
                  <b>{copy.form[side]}</b>
                  <span className={styles.value}>
                    {show?.(name, clash[side]) ?? changedValue(entity, name, clash[side])}
                  </span>
                </span>
              </label>
            ))}
            {isIncomplete && chosen[name] === undefined && (
              <p className={styles.note} data-fault>
                {copy.form.chooseFirst}
              </p>
            )}
          </fieldset>
        ))}
        {taken.length > 0 && (
          <p>
            {copy.form.takenOver} ({taken.map(labelOf).join(', ')})
          </p>
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{copy.form.stay}</Button>
        <Button tone="primary" data-autofocus={clashes.length === 0 || undefined} onClick={decide}>
          {copy.form.applyAndSave}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const takenFrom = (clashes: readonly Clash[], chosen: Record<string, Side>): Fields =>
  Object.fromEntries(clashes.filter(({ name }) => chosen[name] === 'theirs').map(({ name, theirs }) => [name, theirs]))

/** The administrator who changed it last, and when; nothing if the audit log is unavailable. */
function LastChange({ id }: { id: string }) {
  const { data } = useQuery({
    enabled: useMay()('listAuditLogs'),
    queryKey: ['auditLogs', id, 'last'],
    queryFn: () => call(listAuditLogs, { q: id, size: 1 }),
    staleTime: 0,
  })
  const [entry] = data?.content ?? []
  return entry === undefined ? null : <p>{copy.form.changedBy(entry.actorName, momentOf(entry.at))}</p>
}
