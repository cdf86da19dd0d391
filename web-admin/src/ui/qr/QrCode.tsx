import { useEffect, useState } from 'react'

/** A drawn code; null if it cannot be drawn, undefined while it is being drawn or there is no text. */
export type DrawnCode = { size: number; data: boolean[][] } | null | undefined

/** The QR code of a text. */
export function useQrCode(text: string | undefined): DrawnCode {
  const [drawn, setDrawn] = useState<{ text: string; code: DrawnCode }>()
  useEffect(() => {
    if (text === undefined) return
    let left = false
    const set = (code: DrawnCode) => left || setDrawn({ text, code })
    // Loaded on use: most pages show no code. After a failure the next code tries again.
    void import('uqr').then(
      ({ encode }) => set(encode(text, { ecc: 'M', border: 4 })),
      () => set(null),
    )
    return () => {
      left = true
    }
  }, [text])
  return drawn?.text === text ? drawn?.code : undefined
}

type QrCodeProps = { code: NonNullable<DrawnCode>; text: string; label: string; className: string | undefined }

/** A QR code, dark on white in both schemes, with the quiet zone of four modules that scanners need. */
export function QrCode({ code: { size, data }, text, label, className }: QrCodeProps) {
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} data-code={text}>
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={modules.join('')} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}
