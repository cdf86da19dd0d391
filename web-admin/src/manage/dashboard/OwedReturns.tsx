import { listOwedReturns } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listQuery } from '../api/queries.ts'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './dashboard.module.css'

/** Milliseconds between two counts. */
const interval = 60_000

/** How many payments are owed to members, with a link to the list; nothing if there are none. */
export function OwedReturns() {
  const { data } = useQuery({ ...listQuery(listOwedReturns, { size: 1 }), refetchInterval: interval })
  if (data === undefined || data.totalElements === 0) return null
  return (
    <Link to="/manage/owedReturns" className={styles.owed}>
      {text.owed(amount(data.totalElements))}
    </Link>
  )
}
