import { useEffect, useState } from 'react'
import styles from './connect.module.css'
import { copy } from './copy.ts'

type Code = { size: number; data: boolean[][] }

/** The address as a QR code: dark on white in both schemes, with the quiet zone of four modules that scanners need. */
export function JoinCode({ address }: { address: string }) {
  const [code, setCode] = useState<Code>()
  useEffect(() => {
    let left = false
    // Loaded on use: most screens show no code.
    void import('uqr').then(({ encode }) => left || setCode(encode(address, { ecc: 'M', border: 4 })), ignore)
    return () => {
      left = true
    }
  }, [address])
  if (code === undefined) return null
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

/** Without the network the invitation stays, and the next guest's card tries again. */
const ignore = () => {}
