import { Link } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Dialog } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { amount } from '../text/format.ts'
import { copy } from './copy.ts'
import styles from './search.module.css'
import { type Option, type ResultGroup, useSearchResults } from './use-search-results.ts'

/**
 * Search for pages, members, orders and visits: a combobox (ARIA 1.2) whose focus stays in the field while the arrow keys
 * select. Enter submits the form natively, so that an Enter that ends a Hangul composition does not submit.
 */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const { found, searching, error, retry } = useSearchResults(text)
  const choices = found.flatMap(({ title, options, stale }) => (stale ? [] : options.map((each) => idOf(title, each))))
  const [moved, setMoved] = useState<string>()
  const active = moved !== undefined && choices.includes(moved) ? moved : choices[0]
  const activeId = active === undefined ? undefined : id + active

  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || event.nativeEvent.isComposing || active === undefined) return
    event.preventDefault()
    setMoved(choices.at((choices.indexOf(active) + step) % choices.length))
  }
  const open = (event: FormEvent) => {
    event.preventDefault()
    if (activeId !== undefined) document.getElementById(activeId)?.click()
  }
  const total = found.reduce((sum, group) => sum + group.total, 0)

  return (
    <Dialog title={copy.title} onClose={onClose}>
      <form className={styles.form} onSubmit={open}>
        <input
          className={styles.field}
          role="combobox"
          aria-label={copy.label}
          aria-expanded
          aria-controls={`${id}list`}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          aria-describedby={`${id}hint`}
          placeholder={copy.placeholder}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onInput={(event) => {
            setText(event.currentTarget.value)
            setMoved(undefined)
          }}
          onKeyDown={move}
        />
        <p id={`${id}hint`} className={styles.hint}>
          {copy.hint}
        </p>
      </form>
      <div id={`${id}list`} role="listbox" aria-label={copy.list} aria-busy={searching} className={styles.list}>
        {found.map((group) => (
          <Group key={group.title} group={group} prefix={id} active={active} onChosen={onClose} />
        ))}
      </div>
      {error !== null && <Failure title={copy.failed} cause={error} retry={retry} />}
      <p role="status" className={styles.status}>
        {searching ? copy.searching : text.trim() === '' ? null : total > 0 ? copy.found(amount(total)) : copy.nothing}
      </p>
    </Dialog>
  )
}

const idOf = (title: string, { key }: Option) => `${title}-${key}`

type GroupProps = { group: ResultGroup; prefix: string; active: string | undefined; onChosen: () => void }

function Group({ group: { title, total, options, stale }, prefix, active, onChosen }: GroupProps) {
  const titleId = `${prefix}${title}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox may contain groups but no fieldsets
    <div role="group" aria-labelledby={titleId} className={stale ? styles.stale : undefined}>
      <p id={titleId} role="presentation" className={styles.title}>
        {title} {amount(total)}
      </p>
      {options.map((option) => (
        <Link
          key={option.key}
          id={prefix + idOf(title, option)}
          role="option"
          aria-selected={active === idOf(title, option)}
          tabIndex={-1}
          to={option.to}
          search={option.search as never}
          className={styles.option}
          onClick={onChosen}
        >
          <b>{option.name}</b>
          {option.note !== undefined && <small>{option.note}</small>}
        </Link>
      ))}
    </div>
  )
}
