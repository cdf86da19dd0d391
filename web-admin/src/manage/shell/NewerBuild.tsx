import { useEffect } from 'react'
import { announce } from '../page/announce.ts'
import { mayLeave } from '../page/unsaved-changes-guard.ts'
import { copy } from './copy.ts'
import styles from './shell.module.css'
import { useNewerBuild } from './use-newer-build.ts'

/** Offers to reload when the server has a newer build; the user decides when. */
export function NewerBuild() {
  const newer = useNewerBuild()
  useEffect(() => {
    if (newer) announce(copy.build.newer)
  }, [newer])
  const reload = async () => {
    if (await mayLeave()) location.reload()
  }
  if (!newer) return null
  return (
    <span className={styles.newer}>
      {copy.build.newer}
      <button type="button" onClick={() => void reload()}>
        {copy.build.reload}
      </button>
    </span>
  )
}
