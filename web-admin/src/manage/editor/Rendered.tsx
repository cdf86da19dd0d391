import { getImage } from '@kingcar/client'
import { useEffect, useRef } from 'react'
import { call } from '../../api/api.ts'
import { text } from './copy.ts'
import styles from './editor.module.css'
import { toFragment } from './render.ts'

/** Rendered Markdown. Pictures are loaded separately, because they need the token, which an `img` address does not send. */
export function Rendered({ markdown }: { markdown: string }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { fragment, pictures } = toFragment(markdown)
    host.current?.replaceChildren(fragment)
    const addresses: string[] = []
    let gone = false
    for (const { imageId, image } of pictures) {
      void call(getImage, { imageId, width: 640 }).then(
        (file) => {
          if (gone) return
          image.src = URL.createObjectURL(file)
          addresses.push(image.src)
        },
        () => image.replaceWith(text.pictureMissing),
      )
    }
    return () => {
      gone = true
      for (const address of addresses) URL.revokeObjectURL(address)
    }
  }, [markdown])
  return <div ref={host} className={styles.rendered} />
}
