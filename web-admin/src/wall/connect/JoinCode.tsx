import { type DrawnCode, QrCode } from '../../ui/qr/QrCode.tsx'
import styles from './connect.module.css'
import { copy } from './copy.ts'

/**
 * The address as a QR code. As text if the code cannot be drawn, for example on a page that is older than the server's files.
 */
export function JoinCode({ address, code }: { address: string; code: DrawnCode }) {
  if (code === undefined) return null
  if (code === null) return <p className={styles.address}>{withoutScheme(address)}</p>
  return <QrCode code={code} text={address} label={copy.joinCode} className={styles.code} />
}

/** The form in which people type an address. */
const withoutScheme = (address: string) => address.replace(/^https?:\/\//, '').replace(/\/$/, '')
