import { testDevice } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api.ts'
import { notify } from '../../toasts/toasts.tsx'
import { Button } from '../components/controls.tsx'
import { Empty } from '../components/Empty.tsx'
import { Failure } from '../components/Failure.tsx'
import { Page } from '../components/Page.tsx'
import { BeyondLastPage, Pagination } from '../components/Pagination.tsx'
import { Table } from '../components/Table.tsx'
import { copy } from '../copy.ts'
import { devicesQuery, storesQuery } from '../query.ts'
import { useAction } from '../use-action.ts'
import { useNow } from '../use-now.ts'
import { columnsOf } from './columns.tsx'
import { DeviceDialogs, type OpenDialog } from './DeviceDialogs.tsx'
import type { DeviceTask } from './DeviceMenu.tsx'

const text = copy.devices

/** The recognizers with their condition. */
export function DevicesPage() {
  const { page = 0 } = useSearch({ from: '/manage/devices' })
  const { data, error, refetch, isPlaceholderData } = useQuery(devicesQuery(page))
  const { data: stores } = useQuery(storesQuery)
  const now = useNow(5_000)
  const [open, show] = useState<OpenDialog>()
  const testing = useAction(async (id: string) => {
    await call(testDevice, { id })
    notify.success(text.tested)
  })
  const begin = ({ kind, device }: DeviceTask) => (kind === 'test' ? testing.act(device.id) : show({ kind, device }))
  const storeNames = new Map(stores?.map(({ id, name }) => [id, name]))
  const register = (
    <Button tone="primary" onClick={() => show({ kind: 'register' })}>
      {text.register}
    </Button>
  )

  return (
    <Page title={text.title} lead={text.lead} actions={register}>
      {testing.failure !== null && <Failure title={copy.failures.action} cause={testing.failure} />}
      {error !== null && <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />}
      {data?.empty ? (
        <Empty title={data.totalElements > 0 ? copy.pages.beyond : text.empty}>
          {data.totalElements > 0 ? <BeyondLastPage /> : <p>{text.emptyHint}</p>}
        </Empty>
      ) : (
        (error === null || data !== undefined) && (
          <Table
            caption={text.list}
            columns={columnsOf({ now, storeNames, begin })}
            rows={data?.content}
            keyOf={({ id }) => id}
            outdated={isPlaceholderData}
          />
        )
      )}
      {data !== undefined && !data.empty && <Pagination page={data} />}
      <DeviceDialogs open={open} show={show} />
    </Page>
  )
}
