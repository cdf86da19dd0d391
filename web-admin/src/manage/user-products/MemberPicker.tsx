import { listMembers } from '@kingcar/client'
import type { MemberSummary } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { listQuery } from '../api/queries.ts'
import { Button } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import field from '../components/field.module.css'
import { spokenPhone } from '../members/phone.ts'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './user-products.module.css'

const labels = text.grant
/** Maximum number of members shown; for more the user has to refine the search. */
const maxShown = 8

export type Person = { id: string; name: string }

type MemberPickerProps = {
  /** Id of the form that the choice belongs to, as `memberId`. The picker's own form only searches. */
  form: string
  chosen: Person | undefined
  onChoose: (person: Person) => void
  fault: string | undefined
}

/** Searches for members and lets the user choose one. */
export function MemberPicker({ form, chosen, onChoose, fault }: MemberPickerProps) {
  const id = useId()
  const [q, setQ] = useState('')
  const { data, error, refetch, isFetching } = useQuery({
    ...listQuery(listMembers, { q, size: maxShown }),
    enabled: q !== '',
  })
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setQ(String(new FormData(event.currentTarget).get('labels')).trim())
  }
  const members: (Person & Partial<MemberSummary>)[] = data?.content ?? []
  const shown = chosen === undefined || members.some((each) => each.id === chosen.id) ? members : [chosen, ...members]
  return (
    <div className={styles.picker}>
      <form className={field.field} noValidate onSubmit={search}>
        <label htmlFor={id}>{labels.member}</label>
        <span className={styles.search}>
          <input
            id={id}
            className={field.control}
            type="search"
            name="labels"
            maxLength={100}
            autoComplete="off"
            aria-invalid={fault !== undefined}
            aria-describedby={`${id}-note`}
            data-autofocus
          />
          <Button type="submit" busy={isFetching}>
            {labels.find}
          </Button>
        </span>
      </form>
      <p id={`${id}-note`} role="status" className={styles.found} data-fault={fault !== undefined || undefined}>
        {fault ?? sentenceOf(q, isFetching ? undefined : data?.totalElements)}
      </p>
      {error !== null && <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />}
      {shown.length > 0 && (
        <fieldset className={styles.people} aria-label={labels.member}>
          {shown.map((person) => (
            <label key={person.id} className={styles.person}>
              <input
                type="radio"
                name="memberId"
                form={form}
                value={person.id}
                checked={person.id === chosen?.id}
                onChange={() => onChoose({ id: person.id, name: person.name })}
              />
              <span>
                {person.name} <small>{marksOf(person)}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}

/** Status text with the number of results. */
function sentenceOf(q: string, found: number | undefined): string {
  if (q === '') return labels.findHint
  if (found === undefined) return labels.searching
  if (found === 0) return labels.noMatch
  return found > maxShown ? labels.more(amount(found)) : labels.found(amount(found))
}

/** Details that distinguish members with the same name. */
const marksOf = ({ phoneNumber, carNumbers = [], email }: Partial<MemberSummary>): string =>
  [spokenPhone(phoneNumber ?? ''), ...carNumbers, email].filter(Boolean).join(' · ')
