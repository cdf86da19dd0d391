import { useId, useState } from 'react'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { copy } from '../copy.ts'
import type { Clash, Fields } from './changes.ts'
import styles from './form.module.css'

type ConflictDialogProps = {
  clashes: readonly Clash[]
  /** What somebody else has changed alone. */
  taken: readonly string[]
  labelOf: (name: string) => string
  show: (name: string, value: unknown) => string
  onClose: () => void
  /** Goes on with these values in place of what was typed. */
  onDecided: (chosen: Fields) => void
}

/** Somebody saved first: shows both values of each field that both have changed, and lets a person choose. */
export function ConflictDialog({ clashes, taken, labelOf, show, onClose, onDecided }: ConflictDialogProps) {
  const id = useId()
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (name: string, other: boolean) => {
    const next = new Set(theirs)
    if (other) next.add(name)
    else next.delete(name)
    setTheirs(next)
  }
  const decide = () =>
    onDecided(
      Object.fromEntries(clashes.filter(({ name }) => theirs.has(name)).map((clash) => [clash.name, clash.theirs])),
    )
  return (
    <Dialog title={copy.form.changedTitle} onClose={onClose}>
      {clashes.length > 0 && <p>{copy.form.changedText}</p>}
      {clashes.map(({ name, ...clash }) => (
        <fieldset key={name} className={styles.clash}>
          <legend>{labelOf(name)}</legend>
          {(['mine', 'theirs'] as const).map((side) => (
            <label key={side} className={styles.side}>
              <input
                type="radio"
                name={`${id}-${name}`}
                checked={theirs.has(name) === (side === 'theirs')}
                onChange={() => choose(name, side === 'theirs')}
              />
              <span>
                <b>{copy.form[side]}</b>
                <span className={styles.value}>{show(name, clash[side])}</span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      {taken.length > 0 && (
        <p>
          {copy.form.takenOver} ({taken.map(labelOf).join(', ')})
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{copy.form.stay}</Button>
        <Button tone="primary" data-autofocus onClick={decide}>
          {copy.form.applyAndSave}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
