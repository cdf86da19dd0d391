import { ApiError, searchAddresses } from '@kingcar/client'
import type { FoundAddress } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { call } from '../../api/api.ts'
import controls from '../components/controls.module.css'
import { FormField } from '../form/fields.tsx'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './stores.module.css'

const labels = text.addressSearch
/** Milliseconds without a key after which the typed address is searched. */
const pause = 300
/** Characters that the operation takes. */
const [shortest, longest] = [2, 80]

/**
 * The address of a store: a combobox (ARIA 1.2) over the register of road addresses. A choice fills in the coordinates
 * too. Any other text stays as typed; so does every text without the register.
 */
export function AddressField({ name }: { name: string }) {
  const { register, setValue } = useFormContext()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState<number>()
  const { found, hint } = useAddresses(typed)
  const isOpen = found.length > 0
  const optionId = (at: number) => `${id}-${at}`
  const field = register(name)
  const activeId = isOpen && active !== undefined ? optionId(active) : undefined
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const choose = ({ roadAddress, latitude, longitude }: FoundAddress) => {
    // Unknown coordinates are emptied, because those of the previous address would lead members to the wrong place.
    const place = { [name]: roadAddress, latitude, longitude }
    for (const [each, value] of Object.entries(place))
      setValue(each, value, { shouldDirty: true, shouldValidate: value !== null })
    close()
  }
  const close = () => {
    setTyped('')
    setActive(undefined)
  }
  const steer = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = active === undefined ? undefined : found[active]
    if (step !== undefined) setActive(((active ?? (step > 0 ? -1 : 0)) + step + found.length) % found.length)
    else if (event.key === 'Escape') close()
    // With an active option, Enter chooses it instead of submitting the form.
    else if (event.key === 'Enter' && chosen !== undefined) choose(chosen)
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.address}>
      <FormField name={name} hint={hint}>
        {(control) => (
          <input
            {...control}
            {...field}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-activedescendant={activeId}
            autoComplete="off"
            onInput={({ currentTarget }) => {
              setTyped(currentTarget.value)
              setActive(undefined)
            }}
            onKeyDown={steer}
            onBlur={(event) => {
              close()
              return field.onBlur(event)
            }}
          />
        )}
      </FormField>
      {isOpen && (
        <div id={id} role="listbox" aria-label={labels.list} className={styles.addresses}>
          {found.map((address, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox
            <div
              key={`${address.roadAddress} ${address.jibunAddress}`}
              id={optionId(at)}
              role="option"
              aria-selected={at === active}
              tabIndex={-1}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(address)}
            >
              <b>{address.roadAddress}</b>
              <small>
                {address.zipCode} · {address.jibunAddress}
              </small>
            </div>
          ))}
        </div>
      )}
      <p role="status" className={controls.unseen}>
        {isOpen ? labels.found(amount(found.length)) : ''}
      </p>
    </div>
  )
}

/**
 * The addresses that match a typed text, after a pause. Without a configured register the field neither searches nor
 * shows a message.
 */
function useAddresses(typed: string): { found: FoundAddress[]; hint: string } {
  const text = typed.trim()
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  const [isOff, setOff] = useState(false)
  const { data, error } = useQuery({
    queryKey: [searchAddresses.name, keyword],
    queryFn: () => call(searchAddresses, { keyword }),
    enabled: !isOff && keyword !== '' && keyword.length >= shortest && keyword.length <= longest,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const off = error instanceof ApiError && error.code === 'ADDRESS_SEARCH_OFF'
  if (off && !isOff) setOff(true)
  const isCurrent = text !== '' && keyword === text
  return {
    found: isCurrent && data !== undefined ? data : [],
    hint: error === null || off || isOff ? '' : labels.unavailable,
  }
}
