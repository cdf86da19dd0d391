import { uploadImage } from '@kingcar/client'
import { type Image, imageLimit } from '@kingcar/contract'
import { callWith, type Send } from '../../api/api.ts'
import { randomKey } from '../api/use-idempotency-key.ts'
import { copy } from '../text/copy.ts'

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp']

/** Message why a file is not accepted; undefined if it is. Checks type and size; the server checks the content. */
export function refusalOf(file: File): string | undefined {
  if (!imageTypes.includes(file.type)) return copy.images.wrongType
  return file.size > imageLimit ? copy.images.tooLarge : undefined
}

type UploadOptions = {
  signal: AbortSignal
  /** Receives the uploaded share, 0 to 1. */
  onProgress: (share: number) => void
}

/** Uploads a picture and reports the progress. Rejects as `call` does. */
export const uploadPicture = (file: File, { signal, onProgress }: UploadOptions): Promise<Image> =>
  callWith(sendWithProgress(onProgress))(uploadImage, { image: file }, { signal, idempotencyKey: randomKey() })

/** Sends a form like `fetch`, but with XMLHttpRequest, because `fetch` does not report upload progress. */
const sendWithProgress =
  (onProgress: UploadOptions['onProgress']): Send =>
  (address, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const request = new XMLHttpRequest()
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
      request.onabort = () => reject(signal?.reason)
      request.onerror = () => reject(new TypeError('No response from the server.'))
      request.onload = () => resolve(responseOf(request))
      request.open(method, address)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.send(body instanceof FormData ? body : null)
    })

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name = '', ...value] = line.split(':')
    if (name !== '') headers.append(name, value.join(':').trim())
  }
  // Some statuses, such as 204, allow no body, not even an empty one, so it is null.
  const response = new Response(request.responseText || null, { status: request.status, headers })
  // A constructed Response has no URL, which the curl command of a failed call needs.
  return Object.defineProperty(response, 'url', { value: request.responseURL })
}
