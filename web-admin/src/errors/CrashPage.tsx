import { useEffect, useState } from 'react'
import { lastRequestId } from '../api/api.ts'
import { reloadPage } from '../reload/reload-page.ts'
import button from '../ui/button.module.css'
import { copy } from '../ui/copy.ts'
import { copyText } from '../ui/copy-text.ts'
import { fixedStrings } from '../ui/fixed-strings.ts'
import { usePageTitle } from '../ui/use-page-title.ts'
import styles from './errors.module.css'

/** Milliseconds after which the wall screen, which has no operator, reloads by itself. */
const retryAfter = 30_000

/** Shown after an unexpected error, with the request id of the failed call or else of the last call. */
export function CrashPage({ error }: { error: unknown }) {
  usePageTitle(fixedStrings.unexpectedError)
  const [copied, setCopied] = useState<string>()
  const requestId = requestIdOf(error) ?? lastRequestId()
  const unattended = location.pathname === '/connect'

  useEffect(() => {
    if (!unattended) return
    const timer = setInterval(() => void reloadPage(0), retryAfter)
    return () => clearInterval(timer)
  }, [unattended])

  const copyRequestId = async (id: string) => {
    // If copying fails, the user can still read the id on the page.
    setCopied((await copyText(id)) ? copy.crash.copied : copy.crash.copyFailed)
  }

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Mark />
        <h1>{fixedStrings.unexpectedError}</h1>
        <p>{copy.crash.lead}</p>
        {unattended && <p>{copy.crash.reloads}</p>}
        {requestId !== undefined && (
          <p className={styles.requestId}>
            {copy.crash.requestId} <code>{requestId}</code>
          </p>
        )}
        <div className={styles.actions}>
          <button type="button" className={button.primary} onClick={() => location.reload()}>
            {copy.crash.reload}
          </button>
          {requestId !== undefined && (
            <button type="button" className={button.quiet} onClick={() => void copyRequestId(requestId)}>
              {copy.crash.copyRequestId}
            </button>
          )}
        </div>
        <p className={styles.status} role="status">
          {copied}
        </p>
      </div>
    </main>
  )
}

/** Drawing of a plate that has come loose. */
export function Mark() {
  return (
    <svg viewBox="0 0 96 56" className={styles.mark} aria-hidden>
      <g transform="rotate(7 48 28)">
        <rect x="6" y="17" width="84" height="22" rx="4" className={styles.markPlate} />
        <rect x="6" y="17" width="11" height="22" rx="4" className={styles.markBand} />
        <path d="M28 28h14M52 28h24" className={styles.markInk} />
      </g>
    </svg>
  )
}

function requestIdOf(error: unknown): string | undefined {
  return error instanceof Error && 'requestId' in error && typeof error.requestId === 'string'
    ? error.requestId
    : undefined
}
