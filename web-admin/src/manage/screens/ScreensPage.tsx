import type { Screen } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { buildName } from '../../kiosk/build.ts'
import { Button } from '../components/controls.tsx'
import { Empty } from '../components/Empty.tsx'
import { Failure } from '../components/Failure.tsx'
import { Page } from '../components/Page.tsx'
import { BeyondLastPage, Pagination } from '../components/Pagination.tsx'
import { Table } from '../components/Table.tsx'
import { copy } from '../copy.ts'
import { storesQuery } from '../query.ts'
import { useRemoved } from '../removal.ts'
import { useOnline } from '../shell/use-online.ts'
import { useNow } from '../use-now.ts'
import { columnsOf, type ScreenTask } from './columns.tsx'
import { text } from './copy.ts'
import { type OpenDialog, ScreenDialogs } from './ScreenDialogs.tsx'
import { screensQuery, useScreens } from './use-screens.ts'

/** The wall screens with their condition, and the way to make this device one. */
export function ScreensPage() {
  const { page = 0 } = useSearch({ from: '/manage/screens' })
  const { data, error, refetch, isPlaceholderData } = useQuery(screensQuery(page))
  const { data: stores } = useQuery(storesQuery)
  const { refresh, reload, failure, remove } = useScreens()
  const isRemoved = useRemoved()
  const online = useOnline()
  const now = useNow(5_000)
  const [open, show] = useState<OpenDialog>()

  const begin = (task: ScreenTask, screen: Screen) => {
    if (task === 'reload') return reload(screen)
    if (task === 'remove') return remove(screen)
    show({ kind: task, screen })
  }
  const storeNames = new Map(stores?.map(({ id, name }) => [id, name]))
  const rows = data?.content.filter(({ id }) => !isRemoved(id))
  const beyond = page > 0 && data?.empty === true
  const become = (
    <Button tone="primary" onClick={() => show({ kind: 'become' })}>
      {text.become}
    </Button>
  )

  return (
    <Page title={text.title} lead={text.lead} actions={become}>
      {failure !== null && <Failure title={copy.failures.action} cause={failure} />}
      {error !== null && <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />}
      {rows?.length === 0 ? (
        <Empty title={beyond ? copy.pages.beyond : text.empty}>
          {beyond ? <BeyondLastPage /> : <p>{text.emptyHint}</p>}
        </Empty>
      ) : (
        (error === null || rows !== undefined) && (
          <Table
            caption={text.list}
            columns={columnsOf({ now, current: error === null && online, build: buildName(), storeNames, begin })}
            rows={rows}
            keyOf={({ id }) => id}
            outdated={isPlaceholderData}
          />
        )
      )}
      {data !== undefined && !data.empty && <Pagination page={data} />}
      <ScreenDialogs open={open} refresh={refresh} onClose={() => show(undefined)} />
    </Page>
  )
}
