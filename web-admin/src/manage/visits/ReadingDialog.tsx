import { getImage } from '@kingcar/client'
import type { VisitDetail } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { useObjectUrl } from '../images/Picture.tsx'
import { copy } from '../text/copy.ts'
import { percent } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './visits.module.css'

const labels = text.detail
export type Reading = VisitDetail['readings'][number]
type Size = { width: number; height: number }

/** The picture of a read in a dialog. */
export function ReadingDialog({ reading, onClose }: { reading: Reading; onClose: () => void }) {
  const { carNumber, confidence } = reading
  return (
    <Dialog title={labels.pictureTitle} onClose={onClose}>
      <ReadingPicture reading={reading} />
      <p>
        {labels.asRead} <b>{carNumber}</b> · {labels.confidence} {percent(confidence, 1)}
      </p>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          {copy.actions.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The picture of a read, with a frame around the recognised plate. */
export function ReadingPicture({
  reading: { imageId, carNumber, boundingBox },
}: {
  reading: Pick<Reading, 'imageId' | 'carNumber' | 'boundingBox'>
}) {
  const [size, setSize] = useState<Size>()
  const { data, error, refetch } = useWholePicture(String(imageId))
  const address = useObjectUrl(data)
  if (error !== null) {
    return <Failure title={copy.images.unreadable} cause={error} retry={() => void refetch()} />
  }
  if (address === undefined) return <p role="status">{copy.pages.loading}</p>
  return (
    <div className={styles.whole}>
      <img
        src={address}
        alt={labels.pictureAlt(carNumber)}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize({ width: naturalWidth, height: naturalHeight })
        }
      />
      {boundingBox !== null && size !== undefined && <Frame box={boundingBox} of={size} />}
    </div>
  )
}

/** The picture in its original size, because the bounding box is in its pixels. */
const useWholePicture = (imageId: string) =>
  useQuery({
    queryKey: ['image', imageId, 'whole'],
    queryFn: () => call(getImage, { imageId }),
    staleTime: Number.POSITIVE_INFINITY,
  })

function Frame({ box, of }: { box: NonNullable<Reading['boundingBox']>; of: Size }) {
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`
  return (
    <span
      className={styles.frame}
      style={{
        insetInlineStart: share(box.x, of.width),
        insetBlockStart: share(box.y, of.height),
        inlineSize: share(box.width, of.width),
        blockSize: share(box.height, of.height),
      }}
      aria-hidden
    />
  )
}
