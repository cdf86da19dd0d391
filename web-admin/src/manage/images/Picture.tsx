import type { CallInput } from '@kingcar/client'
import { getImage } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/api.ts'
import { copy } from '../text/copy.ts'
import styles from './images.module.css'

type PictureProps = {
  imageId: string
  alt: string
  /** Width of one of the server's smaller versions. */
  width?: NonNullable<CallInput<'catalog', 'getImage'>['width']>
  className?: string | undefined
}

/** A picture by its id, loaded with the token, so that unpublished pictures are visible too. */
export function Picture({ imageId, alt, width = 320, className }: PictureProps) {
  const { data, error } = useQuery({
    queryKey: ['image', imageId, width],
    queryFn: () => call(getImage, { imageId, width }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const address = useObjectUrl(data)
  const classes = `${styles.picture} ${className ?? ''}`
  if (error !== null) return <span className={`${classes} ${styles.missing}`}>{copy.images.unreadable}</span>
  if (address === undefined) return <span className={classes} aria-hidden />
  return <img className={classes} src={address} alt={alt} />
}

/** An object URL of a file, revoked on unmount. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (file === undefined) return setAddress(undefined)
    const url = URL.createObjectURL(file)
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return address
}
