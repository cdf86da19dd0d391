import { momentOf } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './settings.module.css'
import type { Newer } from './use-setting-card.ts'

/** Shows that another administrator changed the setting, and its current value. */
export function NewerValue({ newer, spoken }: { newer: Newer; spoken: (value: unknown) => string }) {
  const { setting } = newer
  return (
    <p className={styles.newer} role="alert">
      {setting === undefined
        ? text.deletedByOther
        : text.changedByOther(
            spoken(setting.value),
            setting.updatedAt && text.changed(momentOf(setting.updatedAt), setting.updatedBy ?? text.anAdmin),
          )}
    </p>
  )
}
