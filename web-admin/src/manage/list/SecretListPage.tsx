import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Button } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { Dots, Menu, MenuItem } from '../components/Menu.tsx'
import { SecretDialog } from '../components/SecretDialog.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { copy } from '../text/copy.ts'
import { ListPage, type ListQuery } from './ListPage.tsx'
import styles from './list.module.css'
import type { Column } from './Table.tsx'

/**
 * A secret that is shown once; null if an earlier response with it was lost. Or the message of an action without a
 * secret.
 */
export type Done = { name: string; secret: string | null } | string

/** Buttons of a row, which has a menu if there are more. */
const mostButtons = 3

type Row = { id: string; name: string }

export type SecretFormProps<T> = {
  /** What is changed; undefined for a new one. */
  row: T | undefined
  onClose: () => void
  onDone: (done: Done) => void
}

type ActionTexts = { open: string; of: (name: string) => string }
type ConfirmTexts = ActionTexts & { title: (name: string) => string; text: string }

type SecretListPageProps<T, C extends string, D extends string> = {
  texts: Readonly<Record<'title' | 'lead' | 'list' | 'empty' | 'actions', string>> & {
    create: { open: string; openFailed: string }
    made: { title: (name: string) => string; text: string; label: string; lost: string }
  } & Record<NoInfer<C>, ConfirmTexts> &
    Record<NoInfer<D>, ActionTexts>
  /** All but that of the actions, and its width. */
  columns: readonly Column<T>[]
  actionsWidth: string
  actionsOf: (row: T) => readonly NoInfer<C | D>[]
  /** Runs the confirmed action. The key belongs to this one request. */
  run: (what: C, row: T, idempotencyKey: string) => Promise<Done>
  /** The dialogs of actions that need more than a confirmation; undefined for the form. */
  dialogs: Record<D, ((row: T, close: () => void) => ReactNode) | undefined>
  /** The form that makes or changes one. */
  load: () => Promise<ComponentType<SecretFormProps<T>>>
  query: ListQuery<T>
  queryKey: string
  dimmed: (row: T) => boolean
}

/** The page of entities with a secret each, which is shown only when it is created or replaced. */
export function SecretListPage<T extends Row, C extends string, D extends string = never>(
  props: SecretListPageProps<T, C, D>,
) {
  const { texts, columns, actionsWidth, actionsOf, run, dialogs, load, query, queryKey, dimmed } = props
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  const [asking, setAsking] = useState<{ what: C | D; row: T }>()
  const [made, setMade] = useState<Exclude<Done, string>>()
  const { Dialog: Form, show, hide } = useLazyDialog(load, texts.create.openFailed, () => setAsking(undefined))
  const close = () => {
    setAsking(undefined)
    hide()
  }
  const done = async (what: Done) => {
    close()
    if (typeof what === 'string') notify.success(what)
    else setMade(what)
    await client.invalidateQueries({ queryKey: [queryKey] })
  }
  const hasDialog = (what: C | D): what is D => Object.hasOwn(dialogs, what)
  const ask = (what: C | D, row: T) => {
    setAsking({ what, row })
    if (hasDialog(what) && dialogs[what] === undefined) show()
  }
  const dialogOf = (what: C | D, row: T) => {
    if (hasDialog(what)) return dialogs[what]?.(row, close)
    const { title, text, open }: ConfirmTexts = texts[what]
    const confirmed = async () => done(await run(what, row, keyFor({ id: row.id, made })))
    return <ConfirmDialog title={title(row.name)} text={text} confirm={open} run={confirmed} onClose={close} />
  }
  const actions: Column<T> = {
    key: 'actions',
    title: texts.actions,
    buttons: true,
    width: actionsWidth,
    card: 'side',
    cell: (row) => {
      const all = actionsOf(row)
      const [shown, others] = all.length > mostButtons ? [all.slice(0, 2), all.slice(2)] : [all, []]
      const textsOf = (what: C | D): ActionTexts => texts[what]
      return (
        <span className={styles.rowActions}>
          {shown.map((what) => (
            <Button
              key={what}
              tone={what === 'remove' ? 'danger' : 'quiet'}
              aria-label={textsOf(what).of(row.name)}
              onClick={() => ask(what, row)}
            >
              {textsOf(what).open}
            </Button>
          ))}
          {others.length > 0 && (
            <Menu label={copy.actions.more(row.name)} face={<Dots />}>
              {others.map((what) => (
                <MenuItem
                  key={what}
                  danger={what === 'remove'}
                  label={textsOf(what).of(row.name)}
                  onClick={() => ask(what, row)}
                >
                  {textsOf(what).open}
                </MenuItem>
              ))}
            </Menu>
          )}
        </span>
      )
    },
  }
  return (
    <ListPage
      title={texts.title}
      lead={texts.lead}
      actions={
        <Button tone="primary" onClick={show}>
          {texts.create.open}
        </Button>
      }
      caption={texts.list}
      columns={[...columns, actions]}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: texts.empty }}
      dimmed={dimmed}
    >
      {Form !== null && <Form row={asking?.row} onClose={close} onDone={(what) => void done(what)} />}
      {asking !== undefined && dialogOf(asking.what, asking.row)}
      {made !== undefined && (
        <SecretDialog
          title={texts.made.title(made.name)}
          text={texts.made.text}
          secret={made.secret}
          label={texts.made.label}
          lost={texts.made.lost}
          onClose={() => setMade(undefined)}
        />
      )}
    </ListPage>
  )
}
