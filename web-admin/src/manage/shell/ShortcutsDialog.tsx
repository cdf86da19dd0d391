import { useId } from 'react'
import { useStore } from 'zustand/react'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { Switch } from '../components/Switch.tsx'
import { letterOf, useNavigationGroups } from '../navigation/entries.ts'
import { letterShortcuts, switchLetters } from '../page/letter-shortcuts.ts'
import { copy as shared } from '../text/copy.ts'
import { copy } from './copy.ts'
import styles from './shell.module.css'

const { shortcuts: text } = copy

/** All keyboard shortcuts, and the switch for those that are letters. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { on } = useStore(letterShortcuts)
  const id = useId()
  const pages = useNavigationGroups()
    .flatMap(({ entries }) => entries)
    .flatMap(({ to, label }) => {
      const letter = letterOf(to)
      return letter === undefined ? [] : [[['G', letter], label] as const]
    })
  return (
    <Dialog title={text.title} onClose={onClose}>
      <div className={styles.letters}>
        <label htmlFor={id}>{text.letters}</label>
        <Switch id={id} checked={on} onChange={switchLetters} />
      </div>
      <dl className={styles.shortcuts}>
        {[...text.everywhere, ...(on ? pages : [])].map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          {shared.actions.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
