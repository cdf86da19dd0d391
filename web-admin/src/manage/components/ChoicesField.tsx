import styles from './stores-choice.module.css'

type ChoicesFieldProps<T extends string> = {
  id: string
  legend: string
  choices: readonly T[]
  labels: Readonly<Record<T, string>>
  chosen: readonly T[]
  /** Gets the chosen ones in the order of `choices`. */
  onChange: (chosen: T[]) => void
  fault: string | undefined
}

/** Some of a few choices. */
export function ChoicesField<T extends string>({ id, legend, choices, labels, ...field }: ChoicesFieldProps<T>) {
  const { chosen, onChange, fault } = field
  const toggle = (which: T, on: boolean) =>
    onChange(choices.filter((each) => (each === which ? on : chosen.includes(each))))
  return (
    <fieldset className={styles.stores} aria-describedby={`${id}-note`}>
      <legend>{legend}</legend>
      <div className={styles.choices}>
        {choices.map((each, at) => (
          <label key={each} className={styles.choice}>
            <input
              id={at === 0 ? id : undefined}
              type="checkbox"
              aria-invalid={fault !== undefined}
              checked={chosen.includes(each)}
              onChange={(event) => toggle(each, event.target.checked)}
            />
            {labels[each]}
          </label>
        ))}
      </div>
      <p id={`${id}-note`} className={styles.fault} data-fault={fault !== undefined || undefined}>
        {fault}
      </p>
    </fieldset>
  )
}
