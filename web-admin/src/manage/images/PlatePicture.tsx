import { ApiError, getImage, getPlateImage } from '@kingcar/client'
import type { BoundingBox } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { memo, useEffect, useRef, useState } from 'react'
import { call } from '../../api/api.ts'
import { copy } from '../text/copy.ts'
import styles from './images.module.css'
import { useObjectUrl } from './Picture.tsx'

/** A service of the previous version sends neither `imageId` nor `boundingBox`. */
type PlatePictureProps = { imageId: string | null | undefined; boundingBox: BoundingBox | null | undefined }
type Seen = { imageId: string; boundingBox: BoundingBox | null }

/**
 * The plate of a read, cut out of its picture, or the whole picture if its box is unknown. It has the same size before it is
 * loaded and without a picture. It is loaded when it comes near the visible part of the page.
 */
export const PlatePicture = memo(function PlatePicture({ imageId, boundingBox }: PlatePictureProps) {
  const place = useRef<HTMLSpanElement>(null)
  const near = useNear(place)
  return (
    <span ref={place} className={styles.plate}>
      {near && imageId && <Loaded imageId={imageId} boundingBox={boundingBox ?? null} />}
    </span>
  )
})

function Loaded({ imageId, boundingBox }: Seen) {
  const { data } = useQuery({
    queryKey: ['plateImage', imageId, boundingBox],
    queryFn: () =>
      boundingBox === null ? call(getImage, { imageId, width: 320 }) : call(getPlateImage, { imageId, ...boundingBox }),
    staleTime: Number.POSITIVE_INFINITY,
    // The server makes crops at the first request, and refuses some if many are requested at the same time.
    retry: (failures, cause) => failures < 3 && cause instanceof ApiError && cause.status === 503,
  })
  const address = useObjectUrl(data)
  return address === undefined ? null : <img src={address} alt={copy.images.plate} />
}

/** Whether an element has been near the visible part of the page. */
function useNear(place: React.RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        setNear(true)
        observer.disconnect()
      },
      { rootMargin: '200px' },
    )
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  return near
}
