import { TransportError } from '@kingcar/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useGoToLogin } from '../../login/use-go-to-login.ts'
import { SignedOutError } from '../../session/session.ts'
import { announce } from '../announce.ts'
import { failureSentence } from '../components/failure-sentence.ts'
import { copy } from '../copy.ts'
import { useUploads } from '../form/uploads.ts'
import { refusalOf, uploadPicture } from './upload.ts'

/** A picture on its way: the file itself is what is shown meanwhile. */
export type Upload = { file: File; share: number }

/** Sends pictures one at a time; `onUploaded` gets the id of each. A new one takes the place of one on its way. */
export function useUpload(onUploaded: (imageId: string) => void) {
  const goToLogin = useGoToLogin()
  const uploads = useUploads()
  const running = useRef<AbortController>(undefined)
  const [upload, setUpload] = useState<Upload | null>(null)
  const [fault, setFault] = useState<string>()
  useEffect(() => () => running.current?.abort(), [])

  const send = async (file: File) => {
    running.current?.abort()
    const refusal = refusalOf(file)
    setFault(refusal)
    if (refusal !== undefined) return setUpload(null)
    const abort = new AbortController()
    running.current = abort
    const over = uploads?.begin()
    setUpload({ file, share: 0 })
    try {
      const onProgress = (share: number) => running.current === abort && setUpload({ file, share })
      const { id } = await uploadPicture(file, { signal: abort.signal, onProgress })
      if (abort.signal.aborted) return
      onUploaded(id)
      announce(copy.images.done)
    } catch (cause) {
      if (cause instanceof SignedOutError) goToLogin()
      if (!isCancelled(cause)) setFault(`${copy.images.failed}. ${failureSentence(cause)}`)
    } finally {
      over?.()
      if (running.current === abort) setUpload(null)
    }
  }
  const cancel = useCallback(() => running.current?.abort(), [])
  return { upload, fault, send: (file: File) => void send(file), cancel }
}

const isCancelled = (cause: unknown) => cause instanceof TransportError && cause.kind === 'cancelled'
