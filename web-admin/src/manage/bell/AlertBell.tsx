import { getAlertBell, markAlertsSeen } from '@kingcar/client'
import { alertSentence, type AlertBell as Bell } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/api.ts'
import { Icon } from '../components/Icon.tsx'
import { Menu, MenuItem } from '../components/Menu.tsx'
import { Moment } from '../components/Moment.tsx'
import { everyStore } from '../list/store-scope.ts'
import { announce } from '../page/announce.ts'
import { linkOf } from './alert-links.ts'
import styles from './bell.module.css'
import { text } from './copy.ts'

const queryKey = ['alertBell']
/** In milliseconds; also in the background, for notifications of the browser. The server checks every ten seconds. */
const every = 15_000

/** The newest alerts, and how many are new. They count as seen when the menu opens. */
export function AlertBell() {
  const { data } = useQuery({
    queryKey,
    queryFn: () => call(getAlertBell, {}),
    refetchInterval: every,
    refetchIntervalInBackground: true,
  })
  useNews(data)
  const unseen = data?.unseen ?? 0
  return (
    <Menu
      label={unseen === 0 ? text.label : text.unseen(unseen)}
      face={
        <span className={styles.bell} data-unseen={unseen || undefined}>
          <Icon sign="bell" size={20} />
        </span>
      }
      head={<Latest bell={data} />}
    >
      <AllowNotifications />
    </Menu>
  )
}

/** Shown while the menu is open. */
function Latest({ bell }: { bell: Bell | undefined }) {
  const client = useQueryClient()
  const newest = bell?.latest[0]?.notifiedAt
  const unseen = bell?.unseen ?? 0
  useEffect(() => {
    if (newest === undefined || unseen === 0) return
    // After a failure the alerts stay new, and the next opening tries again.
    call(markAlertsSeen, { until: newest })
      .then(() => client.invalidateQueries({ queryKey }))
      .catch(() => undefined)
  }, [client, newest, unseen])
  return (
    <div className={styles.alerts}>
      {(bell?.latest.length ?? 0) === 0 && <p>{text.none}</p>}
      <ul>
        {bell?.latest.map((alert) => (
          <li key={alert.id} data-closed={alert.closedAt !== null || undefined}>
            <Link {...linkOf(alert)}>
              {alertSentence(alert)}
              <small>
                <Moment at={alert.openedAt} />
                {alert.closedAt !== null && ` · ${text.closed}`}
              </small>
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/manage/alerts" search={everyStore()}>
        {text.all}
      </Link>
    </div>
  )
}

/**
 * Announces alerts that open, or are reported again, while the console is open. Alerts with the channel `browser` are
 * also shown as notifications of the browser.
 */
function useNews(bell: Bell | undefined): void {
  const known = useRef<string>(undefined)
  useEffect(() => {
    if (bell === undefined) return
    const last = known.current
    known.current = bell.latest[0]?.notifiedAt ?? last ?? ''
    if (last === undefined) return
    const news = bell.latest.filter(({ notifiedAt }) => notifiedAt > last)
    if (news[0] !== undefined) announce(text.news(alertSentence(news[0])))
    if (!('Notification' in window) || Notification.permission !== 'granted') return
    // Tabs use the same tag, so a notification is shown once.
    for (const alert of news.filter(({ channels }) => channels.includes('browser')))
      new Notification(text.sender, { body: alertSentence(alert), tag: `${alert.id} ${alert.notifiedAt}` })
  }, [bell])
}

function AllowNotifications() {
  const [permission, setPermission] = useState(() => ('Notification' in window ? Notification.permission : 'denied'))
  if (permission !== 'default') return null
  return <MenuItem onClick={() => void Notification.requestPermission().then(setPermission)}>{text.allow}</MenuItem>
}
