import { deleteListedPlate, listListedPlates } from '@kingcar/client'
import { type ListedPlate, plateListKinds, plateListLabels } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { listQuery, storesQuery } from '../api/queries.ts'
import { IfMay } from '../api/rights.tsx'
import { Button, Pill } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { Moment } from '../components/Moment.tsx'
import { plateListTones } from '../components/state-badges.ts'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { ChoiceFilter, Filters } from '../list/filters.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { listInputOf } from '../list/list-search.ts'
import type { Column } from '../list/Table.tsx'
import { copy } from '../text/copy.ts'
import { momentOf } from '../text/format.ts'
import { text } from './copy.ts'
import type { GateTask } from './GateDialogs.tsx'

const load = async () => (await import('./GateDialogs.tsx')).GateDialogs

const columnsFor = (
  storeNames: ReadonlyMap<string, string>,
  remove: (entry: ListedPlate) => void,
): Column<ListedPlate>[] => [
  { key: 'plate', title: text.plate, width: '16%', card: 'head', sort: 'carNumber', cell: (entry) => entry.carNumber },
  {
    key: 'kind',
    title: text.kind,
    width: '12%',
    cell: ({ kind }) => <Pill tone={plateListTones[kind]}>{plateListLabels[kind]}</Pill>,
  },
  {
    key: 'store',
    title: text.store,
    width: '16%',
    cell: ({ storeId }) => (storeId === null ? text.everyStore : (storeNames.get(storeId) ?? '')),
  },
  { key: 'reason', title: text.reason, width: '28%', cell: ({ reason }) => reason },
  {
    key: 'until',
    title: text.until,
    width: '16%',
    cell: ({ expiresAt }) => (expiresAt === null ? text.noEnd : <Moment at={expiresAt} text={momentOf(expiresAt)} />),
  },
  {
    key: 'actions',
    title: text.actions,
    buttons: true,
    width: '12%',
    card: 'side',
    cell: (entry) => (
      <IfMay op="deleteListedPlate">
        <Button tone="danger" aria-label={text.remove.of(entry.carNumber)} onClick={() => remove(entry)}>
          {text.remove.open}
        </Button>
      </IfMay>
    ),
  },
]

/** The plates on lists, and the rules by which the gates of stores open. */
export function GatesPage() {
  const search = useSearch({ from: '/manage/gates' })
  const client = useQueryClient()
  const query = useQuery(listQuery(listListedPlates, listInputOf(search)))
  const { data: stores } = useQuery(storesQuery)
  const { Dialog: GateDialogs, show, hide } = useLazyDialog(load, copy.failures.dialog)
  const [task, setTask] = useState<GateTask>('add')
  const [removing, setRemoving] = useState<ListedPlate>()
  const refresh = () => client.invalidateQueries({ queryKey: ['listListedPlates'] })
  const begin = (next: GateTask) => {
    setTask(next)
    show()
  }
  const remove = async ({ id }: ListedPlate) => {
    await call(deleteListedPlate, { id })
    setRemoving(undefined)
    notify.success(text.remove.done)
    await refresh()
  }
  const storeNames = new Map(stores?.map(({ id, name }) => [id, name]))
  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={
        <>
          <IfMay op="updateGate">
            <Button onClick={() => begin('rules')}>{text.gate.open}</Button>
          </IfMay>
          <IfMay op="createListedPlate">
            <Button tone="primary" onClick={() => begin('add')}>
              {text.add.open}
            </Button>
          </IfMay>
        </>
      }
      filters={
        <Filters>
          <ChoiceFilter
            name="kind"
            label={text.kind}
            all={text.everyKind}
            choices={plateListKinds.map((kind) => [kind, plateListLabels[kind]])}
          />
        </Filters>
      }
      caption={text.list}
      columns={columnsFor(storeNames, setRemoving)}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: text.empty, hint: text.emptyHint }}
    >
      {GateDialogs !== null && <GateDialogs task={task} onClose={hide} onAdded={refresh} />}
      {removing !== undefined && (
        <ConfirmDialog
          title={text.remove.title(removing.carNumber)}
          text={text.remove.text}
          confirm={text.remove.open}
          run={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </ListPage>
  )
}
