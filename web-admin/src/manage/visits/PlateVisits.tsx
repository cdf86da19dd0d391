import { listVisits } from '@kingcar/client'
import type { VisitDetail } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listQuery } from '../api/queries.ts'
import { Latest } from '../components/Latest.tsx'
import { Moment } from '../components/Moment.tsx'
import { PlatePicture } from '../images/PlatePicture.tsx'
import { everyStore } from '../list/store-scope.ts'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './visits.module.css'

const labels = text.sameCar
/** Number of latest visits shown. */
const size = 6

/** The latest other visits of the same plate. */
export function PlateVisits({ visit: { id, carNumber } }: { visit: Pick<VisitDetail, 'id' | 'carNumber'> }) {
  const query = useQuery({
    ...listQuery(listVisits, { carNumber, size: size + 1 }),
    select: ({ content }) => {
      const others = content.filter((each) => each.id !== id).slice(0, size)
      return { content: others, empty: others.length === 0 }
    },
  })
  return (
    <Latest
      title={labels.title}
      failed={labels.failed}
      nothing={labels.none}
      more={
        <Link to="/manage/visits" search={{ carNumber, ...everyStore() }}>
          {labels.all}
        </Link>
      }
      query={query}
    >
      {(other) => (
        <li key={other.id}>
          <PlatePicture imageId={other.imageId} boundingBox={other.boundingBox} />
          <span className={styles.other}>
            <Link to="/manage/visits/$id" params={{ id: other.id }}>
              <Moment at={other.recognizedAt} />
            </Link>
            <small>
              {other.storeName} · {text.nth(amount(other.visitCount))}
            </small>
          </span>
        </li>
      )}
    </Latest>
  )
}
