import type { AppSetting } from '@kingcar/contract'
import { useState } from 'react'
import { Button } from '../../components/controls.tsx'
import { text } from './copy.ts'
import { RehearsalPanel } from './RehearsalPanel.tsx'
import styles from './rehearsal.module.css'
import { currentValues, typedValues } from './rehearsal-input.ts'
import { useRehearsal } from './use-rehearsal.ts'

type RehearsalSectionProps = {
  settings: readonly AppSetting[]
  /** What is typed on the cards of the settings, by key. */
  typed: ReadonlyMap<string, string>
}

/** Below the recognition settings: tries the typed values on the reads of the last month. */
export function RehearsalSection({ settings, typed }: RehearsalSectionProps) {
  const state = useRehearsal()
  /** Incremented for each opening, so that the form starts with the values that are typed at that time. */
  const [opened, setOpened] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    state.forget()
    setIsOpen(false)
  }
  const current = currentValues(settings)
  if (isOpen || state.remembered) {
    const values = typedValues(typed, current)
    return <RehearsalPanel key={opened} current={current} values={values} state={state} onClose={close} />
  }
  return (
    <div className={styles.invitation}>
      <p>{text.openHint}</p>
      <Button
        onClick={() => {
          setOpened(opened + 1)
          setIsOpen(true)
        }}
      >
        {text.open}
      </Button>
    </div>
  )
}
