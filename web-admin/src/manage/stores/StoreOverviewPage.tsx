import { getStore, listScreens } from '@kingcar/client'
import type { Store } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import button from '../../ui/button.module.css'
import { devicesQuery, entityQuery, listQuery } from '../api/queries.ts'
import { useMay } from '../api/rights.tsx'
import { useServerNow } from '../api/use-server-now.ts'
import charts from '../charts/charts.module.css'
import { Pill } from '../components/controls.tsx'
import { Latest } from '../components/Latest.tsx'
import { Moment } from '../components/Moment.tsx'
import { Facts, Panel, Panels } from '../components/Panel.tsx'
import { Steady } from '../components/Steady.tsx'
import { text as deviceText } from '../devices/copy.ts'
import { EntityPage } from '../form/EntityPage.tsx'
import { Attention } from '../home/Attention.tsx'
import { TodayFigures } from '../home/KeyFigures.tsx'
import { Recent } from '../home/Recent.tsx'
import { TodayHours } from '../home/TodayHours.tsx'
import { useBusinessOf, useVisitsOf } from '../home/use-today.ts'
import list from '../list/list.module.css'
import { type OfStore, useAttention } from '../navigation/attention.ts'
import { text as screenText } from '../screens/copy.ts'
import { dateOf } from '../text/format.ts'
import { text } from './copy.ts'
import { StoreTabs } from './StoreTabs.tsx'
import styles from './stores.module.css'

/** The state of one store today: tasks for an administrator, visits and money, and its recognizers and screens. */
export function StoreOverviewPage() {
  const { id } = useParams({ from: '/manage/stores/$id' })
  const query = useQuery(entityQuery(getStore, { id }))
  return (
    <EntityPage
      title={query.data?.result.name ?? text.one}
      list={{ to: '/manage/stores', label: text.title }}
      query={query}
    >
      {({ result }) => (
        <>
          <StoreTabs id={id} />
          <Overview store={result} />
        </>
      )}
    </EntityPage>
  )
}

function Overview({ store }: { store: Store }) {
  const ofStore = { storeId: store.id }
  const now = useServerNow(10_000)
  const may = useMay()
  const attention = useAttention(ofStore)
  return (
    <Steady isPending={attention.isLoading} className={styles.waiting}>
      {may('getAttention') && <Attention query={attention} now={now} ofStore={ofStore} />}
      {may('getMoneyFigures') ? <Business ofStore={ofStore} today={dateOf(now)} /> : <Recent ofStore={ofStore} />}
      <Panels>
        <About store={store} />
        <Equipment storeId={store.id} />
      </Panels>
    </Steady>
  )
}

function Business({ ofStore, today }: { ofStore: OfStore; today: string }) {
  const visits = useVisitsOf(today, ofStore)
  const business = useBusinessOf(today, ofStore)
  return (
    <>
      <TodayFigures visits={visits} {...business} today={today} ofStore={ofStore} />
      <div className={charts.cards}>
        <TodayHours query={visits} today={today} />
        <Recent ofStore={ofStore} />
      </div>
    </>
  )
}

const lists = [
  ['/manage/visits', 'listVisits'],
  ['/manage/orders', 'listOrders'],
  ['/manage/useLogs', 'listUseLogs'],
  ['/manage/closing', 'getMoneyFigures'],
  ['/manage/statistics', 'getVisitFigures'],
] as const

function About({ store: { id, open, visible, address, addressDetail, phone } }: { store: Store }) {
  const may = useMay()
  return (
    <Panel title={text.about}>
      <Facts
        facts={[
          [
            text.open,
            <Pill key="open" tone={open ? 'ok' : 'neutral'}>
              {open ? text.isOpen : text.isClosed}
            </Pill>,
          ],
          [text.visible, visible ? text.isVisible : text.isHidden],
          [text.address, [address, addressDetail].filter(Boolean).join(' ')],
          [text.phone, phone],
        ]}
      />
      <div className={list.quick}>
        {lists
          .filter(([, op]) => may(op))
          .map(([to]) => (
            <Link key={to} to={to} search={{ storeId: id }} className={button.quiet}>
              {text.lists[to]}
            </Link>
          ))}
      </div>
    </Panel>
  )
}

const shown = 10
const isLive = { refetchInterval: 10_000 } as const

/** The recognizers and screens of a store with their state. */
function Equipment({ storeId }: { storeId: string }) {
  const enabled = useMay()('listDevices')
  const devices = useQuery({ ...devicesQuery({ storeId, size: shown }), enabled })
  const screens = useQuery({ ...listQuery(listScreens, { storeId, size: shown }), enabled, ...isLive })
  if (!enabled) return null
  const seen = (at: string | null, never: string) => (at === null ? never : <Moment at={at} />)
  return (
    <>
      <Latest
        title={text.devices}
        failed={text.devicesFailed}
        nothing={text.noDevices}
        more={
          <Link to="/manage/devices" search={{ storeId }}>
            {text.all}
          </Link>
        }
        query={devices}
      >
        {({ id, name, online, cameraOk, lastSeenAt }) => (
          <li key={id}>
            <span className={styles.grow}>{name}</span>
            <small>{seen(lastSeenAt, deviceText.never)}</small>
            <Pill tone={online && cameraOk !== false ? 'ok' : 'error'}>
              {online ? (cameraOk === false ? deviceText.cameraLost : deviceText.online) : deviceText.offline}
            </Pill>
          </li>
        )}
      </Latest>
      <Latest
        title={text.screens}
        failed={text.screensFailed}
        nothing={text.noScreens}
        more={
          <Link to="/manage/screens" search={{ storeId }}>
            {text.all}
          </Link>
        }
        query={screens}
      >
        {({ id, name, online, lastSeenAt }) => (
          <li key={id}>
            <span className={styles.grow}>{name}</span>
            <small>{seen(lastSeenAt, screenText.never)}</small>
            <Pill tone={online ? 'ok' : 'error'}>{online ? screenText.online : screenText.offline}</Pill>
          </li>
        )}
      </Latest>
    </>
  )
}
