import { Link } from '@tanstack/react-router'
import { Icon } from '../components/Icon.tsx'
import { everyStore } from '../list/store-scope.ts'
import { amount } from '../text/format.ts'
import { copy } from './copy.ts'
import styles from './shell.module.css'
import { useSystemState } from './use-system-state.ts'

/** The system state in a few words, with a link to the offline devices. */
export function SystemState() {
  const state = useSystemState()
  if (state === undefined) return null
  if (!state.reachable)
    return (
      <span className={styles.trouble}>
        <Icon sign="warning" />
        {copy.system.unreachable}
      </span>
    )
  if (state.offline === 0)
    return (
      <span className={styles.fine}>
        <Icon sign="tick" />
        {copy.system.fine}
      </span>
    )
  return (
    <Link to="/manage/devices" search={everyStore()} className={styles.trouble}>
      <Icon sign="warning" />
      {copy.system.devices(amount(state.offline))}
    </Link>
  )
}
