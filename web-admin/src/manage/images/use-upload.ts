import { TransportError } from '@kingcar/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { SignedOutError } from '../../api/session.ts'
import { useSessionEnded } from '../api/use-session-ended.ts'
import { failureSentence } from '../components/failure-sentence.ts'
import { type UploadEnd, useUploads } from '../form/pending-uploads.ts'
import { announce } from '../page/announce.ts'
import { copy } from '../text/copy.ts'
import { refusalOf, uploadPicture } from './upload.ts'

/** An upload in progress; the local file serves as preview. */
export type Upload = { file: File; share: number }

type Queued = { file: File; over: UploadEnd | undefined }

/**
 * Uploads pictures one after the other; `onUploaded` receives the id of each. Without `several`, a new upload replaces a
 * running one.
 */
export function useUpload(onUploaded: (imageId: string) => void, { several = false } = {}) {
  const sessionEnded = useSessionEnded()
  const uploads = useUploads()
  const latest = useRef(onUploaded)
  latest.current = onUploaded
  const running = useRef<AbortController>(undefined)
  const waiting = useRef<Queued[]>([])
  const [upload, setUpload] = useState<Upload | null>(null)
  const [fault, setFault] = useState<string>()

  const cancelAll = useCallback(() => {
    for (const { over } of waiting.current.splice(0)) over?.(true)
    running.current?.abort()
  }, [])
  useEffect(() => cancelAll, [cancelAll])

  const sendOne = async ({ file, over }: Queued) => {
    const abort = new AbortController()
    running.current = abort
    let failed = false
    setUpload({ file, share: 0 })
    try {
      const onProgress = (share: number) => running.current === abort && setUpload({ file, share })
      const { id } = await uploadPicture(file, { signal: abort.signal, onProgress })
      if (abort.signal.aborted) return
      latest.current(id)
      announce(copy.images.done)
    } catch (cause) {
      if (cause instanceof SignedOutError) sessionEnded()
      failed = !isCancelled(cause)
      if (failed) setFault(`${copy.images.failed}. ${failureSentence(cause)}`)
    } finally {
      over?.(!failed)
      if (running.current === abort) {
        running.current = undefined
        setUpload(null)
        next()
      }
    }
  }
  const next = () => {
    const first = waiting.current.shift()
    if (first !== undefined) void sendOne(first)
  }

  const send = (files: readonly File[]) => {
    const refusals = files.map(refusalOf)
    setFault(refusals.find((each) => each !== undefined))
    const taken = files.filter((_, n) => refusals[n] === undefined)
    if (!several) cancelAll()
    // Queued pictures count as pending too, so that the form is not saved between two of them.
    waiting.current.push(...taken.map((file) => ({ file, over: uploads?.begin() })))
    if (!several || running.current === undefined) next()
  }
  const cancel = useCallback(() => running.current?.abort(), [])
  return { upload, fault, send, cancel }
}

const isCancelled = (cause: unknown) => cause instanceof TransportError && cause.kind === 'cancelled'
