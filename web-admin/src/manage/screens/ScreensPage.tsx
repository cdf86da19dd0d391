import type { Screen } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { buildName } from '../../reload/served-build.ts'
import { storesQuery } from '../api/queries.ts'
import { IfMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { useOnline } from '../shell/use-online.ts'
import { useIsDeleted } from '../undo/undoable-delete.ts'
import { withoutDeleted } from '../undo/without-deleted.ts'
import { columnsOf, type ScreenTask } from './columns.tsx'
import { text } from './copy.ts'
import { type OpenDialog, ScreenDialogs } from './ScreenDialogs.tsx'
import { screensQuery, useScreens } from './use-screens.ts'

/** The wall screens with their state, and buttons that turn another browser, or this one, into a screen. */
export function ScreensPage() {
  const { page = 0, code, stores: _, ...ofStore } = useSearch({ from: '/manage/screens' })
  const isDeleted = useIsDeleted()
  const query = useQuery({ ...screensQuery({ page, ...ofStore }), select: (found) => withoutDeleted(found, isDeleted) })
  const { data: stores } = useQuery(storesQuery)
  const { refresh, reload, remove } = useScreens()
  const online = useOnline()
  const [open, show] = useState<OpenDialog | undefined>(code === undefined ? undefined : { kind: 'pair', code })

  const begin = (task: ScreenTask, screen: Screen) => {
    if (task === 'reload') return reload(screen)
    if (task === 'remove') return remove(screen)
    show({ kind: task, screen })
  }
  const storeNames = new Map(stores?.map(({ id, name }) => [id, name]))
  const current = query.error === null && online
  const become = (
    <IfMay op="createScreenSession">
      <Button onClick={() => show({ kind: 'become' })}>{text.become}</Button>
      <Button tone="primary" onClick={() => show({ kind: 'pair' })}>
        {text.pair}
      </Button>
    </IfMay>
  )

  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={become}
      caption={text.list}
      columns={columnsOf({ current, build: buildName(), storeNames, begin })}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: text.empty, hint: text.emptyHint }}
    >
      <ScreenDialogs open={open} refresh={refresh} onClose={() => show(undefined)} />
    </ListPage>
  )
}
