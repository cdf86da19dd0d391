import { testDevice } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { devicesQuery, storesQuery } from '../api/queries.ts'
import { IfMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { useToastedAction } from '../components/use-toasted-action.ts'
import { ListPage } from '../list/ListPage.tsx'
import { copy } from '../text/copy.ts'
import { columnsOf } from './columns.tsx'
import { text } from './copy.ts'
import type { OpenDialog } from './DeviceDialogs.tsx'
import type { DeviceTask } from './DeviceMenu.tsx'

const load = async () => (await import('./DeviceDialogs.tsx')).DeviceDialogs

/** The recognizers with their state. */
export function DevicesPage() {
  const { page = 0, stores: _, ...ofStore } = useSearch({ from: '/manage/devices' })
  const query = useQuery(devicesQuery({ page, ...ofStore }))
  const { data: stores } = useQuery(storesQuery)
  const [open, setOpen] = useState<OpenDialog>()
  const { Dialog: DeviceDialogs, show: showDialogs } = useLazyDialog(load, copy.failures.dialog)
  const show = (next?: OpenDialog) => {
    setOpen(next)
    if (next !== undefined) showDialogs()
  }
  const { act: sendTest } = useToastedAction(copy.failures.action, async (id: string) => {
    await call(testDevice, { id })
    notify.success(text.tested)
  })
  const begin = ({ kind, device }: DeviceTask) => (kind === 'test' ? sendTest(device.id) : show({ kind, device }))
  const storeNames = new Map(stores?.map(({ id, name }) => [id, name]))
  const register = (
    <IfMay op="createDevice">
      <Button tone="primary" onClick={() => show({ kind: 'register' })}>
        {text.register}
      </Button>
    </IfMay>
  )

  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={register}
      caption={text.list}
      columns={columnsOf({ storeNames, begin })}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: text.empty, hint: text.emptyHint }}
    >
      {DeviceDialogs !== null && <DeviceDialogs open={open} show={show} />}
    </ListPage>
  )
}
