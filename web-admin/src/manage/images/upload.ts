import { uploadImage } from '@kingcar/client'
import { type Image, imageLimit } from '@kingcar/contract'
import { callWith, type Send } from '../../api/api.ts'
import { randomKey } from '../api/use-idempotency-key.ts'
import { copy } from '../text/copy.ts'

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp']

/** Why a file cannot be a picture here, in words; undefined where it can. The server looks at its content. */
export function refusalOf(file: File): string | undefined {
  if (!imageTypes.includes(file.type)) return copy.images.wrongType
  return file.size > imageLimit ? copy.images.tooLarge : undefined
}

type UploadOptions = {
  signal: AbortSignal
  /** How much of it is there: 0 to 1. */
  onProgress: (share: number) => void
}

/** Sends a picture, told how far it has come. Rejects as `call` does. */
export const uploadPicture = (file: File, { signal, onProgress }: UploadOptions): Promise<Image> =>
  callWith(telling(onProgress))(uploadImage, { image: file }, { signal, idempotencyKey: randomKey() })

/** Sends a form as `fetch` does, which does not tell how much of it is there. */
const telling =
  (onProgress: UploadOptions['onProgress']): Send =>
  (address, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const request = new XMLHttpRequest()
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
      request.onabort = () => reject(signal?.reason)
      request.onerror = () => reject(new TypeError('There was no answer.'))
      request.onload = () => resolve(answerOf(request))
      request.open(method, address)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.send(body instanceof FormData ? body : null)
    })

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name = '', ...value] = line.split(':')
    if (name !== '') headers.append(name, value.join(':').trim())
  }
  // An answer without a body may have a status that allows none.
  const answer = new Response(request.responseText || null, { status: request.status, headers })
  // One that is made by hand knows no address, by which a failure is handed over.
  return Object.defineProperty(answer, 'url', { value: request.responseURL })
}
