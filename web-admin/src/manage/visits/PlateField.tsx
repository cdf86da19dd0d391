import { invalidPlate, isLegalPlate, normalisePlate } from '@kingcar/contract'
import { Plate } from '../../ui/plate/Plate.tsx'
import { Field, inField } from '../components/Field.tsx'
import { text } from './copy.ts'
import styles from './visits.module.css'

type PlateFieldProps = { id: string; value: string; onChange: (typed: string) => void; fault: string | undefined }

/** Input for a plate number, with a drawing of the plate when the number is valid. */
export function PlateField({ id, value, onChange, fault }: PlateFieldProps) {
  const plate = normalisePlate(value)
  return (
    <div className={styles.plateField}>
      <Field id={id} label={text.plateField.label} hint={text.plateField.hint} fault={fault}>
        <input
          {...inField(id, fault)}
          name="carNumber"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          maxLength={32}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      </Field>
      <div className={styles.preview} role="status">
        {isLegalPlate(plate) && (
          <>
            <span>{text.plateField.preview}</span>
            <Plate carNumber={plate} />
          </>
        )}
      </div>
    </div>
  )
}

/** Message if the typed plate is invalid by the contract's rules. */
export function plateFault(typed: string): string | undefined {
  if (typed.trim() === '') return text.plateField.required
  return isLegalPlate(normalisePlate(typed)) ? undefined : invalidPlate.ko
}
