import { deleteAlertRule, listAlertRules, updateAlertRule } from '@kingcar/client'
import { type AlertRule, adminRoleLabels, alertChannelLabels, alertKindLabels, alertUnits } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { use, useState } from 'react'
import { call } from '../../api/api.ts'
import button from '../../ui/button.module.css'
import { notify } from '../../ui/toasts/toasts.tsx'
import { listQuery, storesQuery } from '../api/queries.ts'
import { RightsContext } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { OptimisticSwitch } from '../components/OptimisticSwitch.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { ListPage } from '../list/ListPage.tsx'
import { listInputOf } from '../list/list-search.ts'
import type { Column } from '../list/Table.tsx'
import { amount } from '../text/format.ts'
import { text as productTerms } from '../text/product-terms.ts'
import styles from './alerts.module.css'
import { text as words } from './copy.ts'

const text = words.rules
const load = async () => (await import('./RuleDialog.tsx')).RuleDialog

type Asking = { what: 'edit' | 'remove'; rule: AlertRule }

const thresholdOf = ({ kind, threshold }: AlertRule) => {
  const unit = alertUnits[kind]
  return unit === null ? '' : text.units[unit](amount(threshold))
}

const recipientsOf = ({ roles, adminIds }: AlertRule) =>
  [...roles.map((role) => adminRoleLabels[role]), ...(adminIds.length > 0 ? [text.people(adminIds.length)] : [])].join(
    ', ',
  )

type Shown = {
  storeNames: ReadonlyMap<string, string>
  isOwn: (rule: AlertRule) => boolean
  save: (rule: AlertRule, enabled: boolean) => Promise<unknown>
  ask: (asking: Asking) => void
}

const columnsOf = ({ storeNames, isOwn, save, ask }: Shown): Column<AlertRule>[] => [
  {
    key: 'kind',
    title: words.kind,
    width: '22%',
    card: 'head',
    cell: (rule) => (
      <>
        {alertKindLabels[rule.kind]}
        <div>{thresholdOf(rule)}</div>
      </>
    ),
  },
  {
    key: 'stores',
    title: text.stores,
    width: '14%',
    cell: ({ storeIds }) =>
      storeIds === null
        ? productTerms.everyStore
        : storeIds.flatMap((id) => storeNames.get(id) ?? []).join(', ') || text.countOfStores(storeIds.length),
  },
  {
    key: 'channels',
    title: text.channels,
    width: '16%',
    cell: ({ channels }) => channels.map((each) => alertChannelLabels[each]).join(', ') || text.never,
  },
  { key: 'recipients', title: text.recipients, width: '14%', cell: recipientsOf },
  {
    key: 'quiet',
    title: text.quiet,
    width: '12%',
    cell: ({ quietFrom, quietTo }) => (quietFrom === null ? text.never : `${quietFrom}–${quietTo}`),
  },
  {
    key: 'enabled',
    title: text.enabled,
    width: '8%',
    card: 'side',
    cell: (rule) =>
      isOwn(rule) && (
        <OptimisticSwitch
          op="updateAlertRule"
          checked={rule.enabled}
          label={text.enable(alertKindLabels[rule.kind])}
          save={(enabled) => save(rule, enabled)}
        />
      ),
  },
  {
    key: 'actions',
    title: text.actions,
    buttons: true,
    width: '14%',
    cell: (rule) =>
      isOwn(rule) && (
        <span className={styles.actions}>
          <Button aria-label={text.editOf(alertKindLabels[rule.kind])} onClick={() => ask({ what: 'edit', rule })}>
            {text.edit}
          </Button>
          <Button
            tone="danger"
            aria-label={text.removeOf(alertKindLabels[rule.kind])}
            onClick={() => ask({ what: 'remove', rule })}
          >
            {text.remove}
          </Button>
        </span>
      ),
  },
]

/** The alert rules. An administrator of certain stores changes rules of these stores alone. */
export function AlertRulesPage() {
  const search = useSearch({ from: '/manage/alerts/rules' })
  const client = useQueryClient()
  const rights = use(RightsContext)
  const own = rights?.storeIds ?? null
  const query = useQuery(listQuery(listAlertRules, listInputOf(search)))
  const { data: stores } = useQuery(storesQuery)
  const { Dialog: RuleDialog, show, hide } = useLazyDialog(load, words.dialog.openFailed)
  const [asking, setAsking] = useState<Asking>()
  const refresh = () => client.invalidateQueries({ queryKey: ['listAlertRules'] })
  const close = () => {
    hide()
    setAsking(undefined)
  }
  const saved = async () => {
    close()
    notify.success(words.dialog.saved)
    await refresh()
  }
  const ask = (asked: Asking) => {
    setAsking(asked)
    if (asked.what === 'edit') show()
  }
  const save = async ({ id }: AlertRule, enabled: boolean) => {
    await call(updateAlertRule, { id, enabled })
    await refresh()
  }
  const remove = async ({ id }: AlertRule) => {
    await call(deleteAlertRule, { id })
    close()
    notify.success(text.removed)
    await refresh()
  }
  const isOwn = ({ storeIds }: AlertRule) => own === null || (storeIds?.every((id) => own.includes(id)) ?? false)
  const storeNames = new Map(stores?.map(({ id, name }) => [id, name]))
  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={
        <>
          <Link to="/manage/alerts" className={button.quiet}>
            {text.back}
          </Link>
          <Button
            tone="primary"
            onClick={() => {
              setAsking(undefined)
              show()
            }}
          >
            {words.dialog.create}
          </Button>
        </>
      }
      caption={text.list}
      columns={columnsOf({ storeNames, isOwn, save, ask })}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: text.empty }}
      dimmed={({ enabled }) => !enabled}
    >
      {RuleDialog !== null && asking?.what !== 'remove' && (
        <RuleDialog rule={asking?.rule} own={own} onClose={close} onSaved={() => void saved()} />
      )}
      {asking?.what === 'remove' && (
        <ConfirmDialog
          title={text.removeTitle(alertKindLabels[asking.rule.kind])}
          text={text.removeText}
          confirm={text.remove}
          run={() => remove(asking.rule)}
          onClose={close}
        />
      )}
    </ListPage>
  )
}
