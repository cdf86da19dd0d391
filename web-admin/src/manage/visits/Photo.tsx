import type { VisitDetail } from '@kingcar/contract'
import { clearestReading } from './clearest-reading.ts'
import { text } from './copy.ts'
import { ReadingPicture } from './ReadingDialog.tsx'
import styles from './visits.module.css'

/** The picture of the clearest read, large. */
export function Photo({ visit: { readings } }: { visit: VisitDetail }) {
  const clearest = clearestReading(readings)
  return (
    <section className={styles.photo} aria-label={text.detail.pictureTitle}>
      {clearest === undefined ? (
        <p className={styles.guest}>{text.detail.noPicture}</p>
      ) : (
        <ReadingPicture key={clearest.readId} reading={clearest} />
      )}
    </section>
  )
}
