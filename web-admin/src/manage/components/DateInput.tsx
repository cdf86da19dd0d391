import { type ComponentProps, useRef, useState } from 'react'
import { copy } from '../text/copy.ts'
import styles from './date-input.module.css'
import { type DateKind, valueOfText } from './date-text.ts'
import { Icon } from './Icon.tsx'

type DateInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'onBlur'> & {
  kind: DateKind
  /** `2026-11-28` or `14:32`; empty for none. */
  value: string
  /** `isBegun`: the text is neither complete nor empty. */
  onValue: (value: string, isBegun: boolean) => void
  onLeave?: (value: string, isBegun: boolean) => void
  /** Replaces an incomplete text by the value when the input loses the focus. */
  discards?: boolean
}

/**
 * An input for a day or a time of day. A browser shows its own inputs in its own language; where that is not Korean, a text in
 * the console's form takes their place.
 */
export const DateInput = (props: DateInputProps) =>
  /^ko\b/.test(navigator.language) ? <NativeInput {...props} /> : <TextInput {...props} />

function NativeInput({ kind, onValue, onLeave, discards = false, ...props }: DateInputProps) {
  return (
    <input
      {...props}
      type={kind}
      onChange={({ target: { value, validity } }) => onValue(value, validity.badInput)}
      onBlur={({ target }) => {
        const { badInput } = target.validity
        // Rendering does not replace an incomplete date: for React the value has not changed.
        if (badInput && discards) target.value = props.value
        onLeave?.(target.value, badInput)
      }}
    />
  )
}

function TextInput({ kind, value, onValue, onLeave, discards = false, min, max, ...props }: DateInputProps) {
  const [typed, setTyped] = useState({ text: value, seen: value })
  const typedValue = valueOfText(kind, typed.text) ?? ''
  const isBegun = typedValue === '' && typed.text.trim() !== ''
  if (typed.seen !== value) setTyped({ text: typedValue === value ? typed.text : value, seen: value })
  const picker = useRef<HTMLInputElement>(null)
  const change = (text: string) => {
    const next = valueOfText(kind, text) ?? ''
    setTyped({ text, seen: value })
    onValue(next, next === '' && text.trim() !== '')
  }
  const leave = () => {
    if (!isBegun || discards) setTyped({ text: value, seen: value })
    onLeave?.(typedValue, isBegun)
  }
  return (
    <span className={styles.typed} data-kind={kind}>
      <input
        {...props}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={kind === 'date' ? '2026-12-31' : '09:00'}
        value={typed.text}
        onChange={({ target }) => change(target.value)}
        onBlur={leave}
      />
      {kind === 'date' && props.readOnly !== true && (
        <>
          <button type="button" aria-label={copy.form.calendar} onClick={() => picker.current?.showPicker()}>
            <Icon sign="calendar" />
          </button>
          <input
            ref={picker}
            type="date"
            className={styles.picker}
            tabIndex={-1}
            aria-hidden
            {...{ min, max, value }}
            onChange={({ target }) => change(target.value)}
          />
        </>
      )}
    </span>
  )
}
