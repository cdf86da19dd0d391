import { useEffect, useState } from 'react'
import styles from './connect.module.css'
import { copy } from './copy.ts'

/** A drawn code; null if it cannot be drawn, undefined while it is being drawn or there is no address. */
export type DrawnCode = { size: number; data: boolean[][] } | null | undefined

/** The QR code of an address. */
export function useJoinCode(address: string | undefined): DrawnCode {
  const [drawn, setDrawn] = useState<{ address: string; code: DrawnCode }>()
  useEffect(() => {
    if (address === undefined) return
    let left = false
    const set = (code: DrawnCode) => left || setDrawn({ address, code })
    // Loaded on use: most screens show no code. After a failure the next guest's card tries again.
    void import('uqr').then(
      ({ encode }) => set(encode(address, { ecc: 'M', border: 4 })),
      () => set(null),
    )
    return () => {
      left = true
    }
  }, [address])
  return drawn?.address === address ? drawn?.code : undefined
}

/**
 * The address as a QR code: dark on white in both schemes, with the quiet zone of four modules that scanners need. As text if
 * the code cannot be drawn, for example on a page that is older than the server's files.
 */
export function JoinCode({ address, code }: { address: string; code: DrawnCode }) {
  if (code === undefined) return null
  if (code === null) return <p className={styles.address}>{withoutScheme(address)}</p>
  const { size, data } = code
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={copy.joinCode}
      data-code={address}
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={modules.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

/** The form in which people type an address. */
const withoutScheme = (address: string) => address.replace(/^https?:\/\//, '').replace(/\/$/, '')
