import { ApiError, TransportError } from '@kingcar/client'
import { type Image, imageLimit } from '@kingcar/contract'
import { session } from '../../api.ts'
import { apiHosts } from '../../environment.ts'
import { SignedOutError } from '../../session/session.ts'
import { copy } from '../copy.ts'
import { randomKey } from '../use-idempotency-key.ts'

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

/**
 * Sends a picture, told how far it has come, which `fetch` does not tell. Rejects as the client does, and
 * with SignedOutError when the session has ended.
 */
export async function uploadPicture(file: File, options: UploadOptions): Promise<Image> {
  const token = await session.accessToken()
  try {
    return await send(file, token, options)
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.status !== 401) throw cause
    session.forget(token)
    throw new SignedOutError('The server refused the session.', { cause })
  }
}

function send(file: File, token: string, { signal, onProgress }: UploadOptions): Promise<Image> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const cancelled = () => reject(new TransportError('cancelled', 'Request cancelled'))
    if (signal.aborted) return cancelled()
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onabort = cancelled
    request.onerror = () => reject(new TransportError('network', 'Network Error'))
    request.onload = () => {
      const body: unknown = parsed(request.responseText)
      if (isImage(body)) resolve(body.result)
      else reject(refused(request.status, body))
    }
    request.open('POST', `${apiHosts.hosts?.[apiHosts.environment ?? 'production'] ?? ''}/api/images`)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.setRequestHeader('idempotency-key', randomKey())
    const form = new FormData()
    form.append('image', file)
    request.send(form)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // no JSON is no envelope
  }
}

const isImage = (body: unknown): body is { result: Image } =>
  typeof body === 'object' && body !== null && 'result' in body && body.result !== null

type Envelope = { error: { code: string; message: string; requestId: string } }
const isEnvelope = (body: unknown): body is Envelope => typeof body === 'object' && body !== null && 'error' in body

const refused = (status: number, body: unknown): TransportError =>
  isEnvelope(body)
    ? new ApiError(status, body.error, undefined)
    : new TransportError('status', `Request failed with status code ${status}`, { status })
