import { Link } from '@tanstack/react-router'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { amount } from '../text/format.ts'
import { copy } from './copy.ts'
import type { Option, ResultGroup } from './option.ts'
import styles from './search.module.css'
import { useSearchResults } from './use-search-results.ts'

type SearchDialogProps = {
  /** What the administrator can do here. */
  can: readonly Option[]
  onClose: () => void
}

/**
 * Search for pages, commands, named items, members, orders and visits: a combobox (ARIA 1.2) whose focus stays in the
 * field while the arrow keys select. Enter submits the form natively, so that an Enter that ends a Hangul composition
 * does not submit.
 */
export function SearchDialog({ can, onClose }: SearchDialogProps) {
  const id = useId()
  const [text, setText] = useState('')
  const { found, searching, error, retry } = useSearchResults(text, can)
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

/** Without spaces, which separate ids in attributes. */
const idOf = (title: string, { key }: Partial<Option> = {}) => `${title}-${key}`.replaceAll(/\s/g, '_')

type GroupProps = { group: ResultGroup; prefix: string; active: string | undefined; onChosen: () => void }

function Group({ group: { title, total, options, stale }, prefix, active, onChosen }: GroupProps) {
  const titleId = prefix + idOf(title)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox may contain groups but no fieldsets
    <div role="group" aria-labelledby={titleId} className={stale ? styles.stale : undefined}>
      <p id={titleId} role="presentation" className={styles.title}>
        {title} {amount(total)}
      </p>
      {options.map((option) => {
        const shared = {
          id: prefix + idOf(title, option),
          role: 'option',
          'aria-selected': active === idOf(title, option),
          tabIndex: -1,
          className: styles.option,
        }
        const words = (
          <>
            <b>{option.name}</b>
            {option.note !== undefined && <small>{option.note}</small>}
          </>
        )
        return 'run' in option ? (
          <button key={option.key} type="button" {...shared} onClick={() => runAfter(onChosen, option.run)}>
            {words}
          </button>
        ) : (
          <Link key={option.key} {...shared} {...linkOf(option)} onClick={onChosen}>
            {words}
          </Link>
        )
      })}
    </div>
  )
}

/** Runs a command after the dialog is closed, so that dialogs of the command return the focus to the page. */
function runAfter(close: () => void, run: () => void): void {
  flushSync(close)
  run()
}

const linkOf = ({ to, search, hash, state }: Extract<Option, { to: string }>) => ({
  to,
  search: search as never,
  ...(hash !== undefined && { hash }),
  ...(state !== undefined && { state }),
})
