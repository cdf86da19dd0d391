import type { ScreenPairing } from '@kingcar/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { signIn } from '../../api/api.ts'
import { Logo } from '../../ui/Logo.tsx'
import { QrCode, useQrCode } from '../../ui/qr/QrCode.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { copy } from './copy.ts'
import styles from './pairing.module.css'
import { waitForPairing } from './wait-for-pairing.ts'

/** Address of the console page on which the code is entered; the QR code leads there. */
const deskAddress = (code: string) => new URL(`/manage/screens?code=${code}`, window.location.origin).href

/**
 * A browser that waits to become a wall screen: it shows a code, which an administrator enters at a desk, so that no password
 * is typed on a screen in public.
 */
export function PairPage() {
  usePageTitle(copy.title)
  const navigate = useNavigate()
  const [pairing, setPairing] = useState<ScreenPairing | null>()
  useEffect(() => {
    const left = new AbortController()
    void waitForPairing(setPairing, left.signal).then(async (paired) => {
      if (paired === undefined) return
      await signIn(async () => paired)
      await navigate({ to: '/connect', search: { kiosk: 1 }, replace: true })
    })
    return () => left.abort()
  }, [navigate])

  const code = pairing?.pairingCode
  const address = code === undefined ? undefined : deskAddress(code)
  const drawn = useQrCode(address)
  return (
    <main className={styles.page}>
      <Logo className={styles.logo} />
      <h1>{copy.title}</h1>
      <p>{copy.lead}</p>
      <p className={styles.code} role="status" aria-label={copy.code}>
        {code === undefined ? (
          <span className={styles.waiting}>{pairing === null ? copy.failed : copy.loading}</span>
        ) : (
          `${code.slice(0, 3)} ${code.slice(3)}`
        )}
      </p>
      {drawn && address !== undefined && (
        <>
          <QrCode code={drawn} text={address} label={copy.qr} className={styles.qr} />
          <p>{copy.scan}</p>
        </>
      )}
      <p className={styles.note}>
        {copy.renews} <Link to="/login">{copy.toLogin}</Link>
      </p>
    </main>
  )
}
