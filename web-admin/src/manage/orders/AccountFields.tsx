import { bankCodes, banks, RefundAccount, validationDetails } from '@kingcar/contract'
import { Field, inField } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { SelectField } from '../components/SelectField.tsx'
import { text } from './copy.ts'
import styles from './orders.module.css'

const labels = text.refund.account
const fields = ['bank', 'number', 'holder'] as const

/** The account as it is typed. */
export type TypedAccount = Record<(typeof fields)[number], string>
export type AccountFaults = Partial<TypedAccount>

type AccountFieldsProps = {
  id: string
  found: AccountFaults
  failure: unknown
}

/** Bank, number and holder of the account that money is refunded to. */
export function AccountFields({ id, found, failure }: AccountFieldsProps) {
  const fault = (name: (typeof fields)[number]) => found[name] ?? faultOf(failure, `refundAccount.${name}`)
  return (
    <fieldset className={styles.account}>
      <legend>{labels.title}</legend>
      <p className={styles.effect}>{labels.why}</p>
      <div className={styles.pair}>
        <SelectField
          id={`${id}-bank`}
          label={labels.bank}
          fault={fault('bank')}
          name="bank"
          defaultValue=""
          none={labels.choose}
          choices={bankCodes.map((code) => [code, banks[code]])}
        />
        <Field id={`${id}-holder`} label={labels.holder} fault={fault('holder')}>
          <input {...inField(`${id}-holder`, fault('holder'))} name="holder" autoComplete="off" />
        </Field>
      </div>
      <Field id={`${id}-number`} label={labels.number} fault={fault('number')} hint={labels.numberHint}>
        <input {...inField(`${id}-number`, fault('number'))} name="number" inputMode="numeric" autoComplete="off" />
      </Field>
    </fieldset>
  )
}

/** The typed account of a form. */
export const typedAccountOf = (form: FormData): TypedAccount => {
  const [bank, number, holder] = fields.map((name) => String(form.get(name) ?? '').trim())
  return { bank: bank ?? '', number: number ?? '', holder: holder ?? '' }
}

/** Faults by the contract; empty fields get their own messages. */
export function wrongInAccount(typed: TypedAccount): AccountFaults {
  const faults: AccountFaults = {}
  for (const { path, ko } of validationDetails(RefundAccount, typed)) {
    const name = fields.find((each) => each === path)
    if (name !== undefined) faults[name] ??= ko
  }
  for (const name of fields) if (typed[name] === '') faults[name] = labels.missing[name]
  return faults
}

/**
 * A typed account without faults, in the form in which it is sent: the number has only its digits, so that it is equal
 * when it is typed again.
 */
export function toRefundAccount({ bank, number, holder }: TypedAccount): RefundAccount | undefined {
  const code = bankCodes.find((each) => each === bank)
  return code && { bank: code, number: number.replaceAll(/\D/g, ''), holder }
}
