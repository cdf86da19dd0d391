import { type ComponentProps, type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import { copy } from './copy.ts'
import styles from './login.module.css'

type FieldProps = { ref?: Ref<HTMLInputElement>; fault: string | undefined }

const described = (id: string, fault: string | undefined) => ({
  'aria-invalid': fault !== undefined,
  ...(fault === undefined ? {} : { 'aria-describedby': id }),
})

type TextFieldProps = FieldProps & { id: string; label: string } & Pick<
    ComponentProps<'input'>,
    'autoComplete' | 'defaultValue' | 'inputMode'
  >

export const TextField = ({ id, label, fault, ...props }: TextFieldProps) => (
  <Field id={id} label={label} fault={fault}>
    <input {...props} id={id} name={id} spellCheck={false} required {...described(`${id}-fault`, fault)} />
  </Field>
)

type EmailFieldProps = FieldProps & Pick<ComponentProps<'input'>, 'defaultValue' | 'readOnly'>

export function EmailField({ ref, fault, ...props }: EmailFieldProps) {
  return (
    <Field id="email" label={copy.email} fault={fault}>
      <input
        {...props}
        ref={ref}
        id="email"
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        spellCheck={false}
        autoCapitalize="none"
        required
        {...described('email-fault', fault)}
      />
    </Field>
  )
}

type PasswordFieldProps = FieldProps & {
  /** A new password gets a hint on its length. */
  isNew?: boolean
}

export function PasswordField({ ref, fault, isNew = false }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field
      id="password"
      label={copy.password}
      fault={fault}
      hint={capsLock ? copy.capsLock : isNew ? copy.newPasswordHint : undefined}
    >
      <input
        ref={ref}
        id="password"
        name="password"
        type={shown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        spellCheck={false}
        autoCapitalize="none"
        required
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        onBlur={() => setCapsLock(false)}
        {...described('password-fault', fault)}
      />
      <button
        type="button"
        className={styles.show}
        aria-label={shown ? copy.hideLabel : copy.showLabel}
        aria-controls="password"
        onClick={() => setShown(!shown)}
      >
        {shown ? copy.hide : copy.show}
      </button>
    </Field>
  )
}

/** A label, its control, and a row below that is always there, so that a message does not shift the layout. */
function Field(props: {
  id: string
  label: string
  fault: string | undefined
  hint?: string | undefined
  children: ReactNode
}) {
  return (
    <div className={styles.field}>
      <label htmlFor={props.id}>{props.label}</label>
      <div className={styles.control}>{props.children}</div>
      <div className={styles.row}>
        {props.fault === undefined ? (
          <span className={styles.hint} role="status">
            {props.hint}
          </span>
        ) : (
          <span className={styles.fault} id={`${props.id}-fault`}>
            {props.fault}
          </span>
        )}
      </div>
    </div>
  )
}
