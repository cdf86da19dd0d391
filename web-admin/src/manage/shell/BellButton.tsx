import { useEffect } from 'react'
import { useMay } from '../api/rights.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { copy } from './copy.ts'
import styles from './shell.module.css'

const load = async () => (await import('../bell/AlertBell.tsx')).AlertBell

/** The bell with the newest alerts, loaded after the first page. */
export function BellButton() {
  const may = useMay()('getAlertBell')
  const { Dialog: AlertBell, show } = useLazyDialog(load, copy.alertsFailed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the rights are known
  useEffect(() => {
    if (may) show()
  }, [may])
  return <span className={styles.bell}>{AlertBell !== null && <AlertBell />}</span>
}
