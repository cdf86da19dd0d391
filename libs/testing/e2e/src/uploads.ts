import { connect as connectTcp } from 'node:net'
import type { Failure } from './http.ts'

export type Uploaded = { id: string; contentType: string; width: number; height: number; bytes: number }
type Error = Failure['error'] & { details?: unknown }
export type UploadReply = { status: number; result: Uploaded | undefined; error: Error | undefined; headers: Headers }

/** Posts a multipart body to a path for pictures. */
export async function sendPicture(
  base: string,
  path: '/api/images' | '/api/recognition/images',
  body: FormData | string,
  headers: Record<string, string>,
): Promise<UploadReply> {
  const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
  const response = await fetch(base + path, { method: 'POST', headers: { ...type, ...headers }, body })
  const { result, error } = (await response.json()) as { result?: Uploaded; error?: Error }
  return { status: response.status, result, error, headers: response.headers }
}

/** A multipart body of one file, as raw bytes; the boundary is `x`. */
export const rawBody = (file: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
    ),
    file,
    Buffer.from('\r\n--x--\r\n'),
  ])

type Raw = { path: string; authorization: string; type?: string; length?: number; leave?: boolean }

/** Sends a raw request and returns the response; closes the connection if no response is expected. */
export function sendRaw(base: string, body: Buffer, options: Raw): Promise<string> {
  const { path, authorization, type = 'multipart/form-data; boundary=x', length = body.length, leave = false } = options
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`
  return new Promise<string>((resolve, reject) => {
    let answer = ''
    const socket = connectTcp(Number(new URL(base).port), '127.0.0.1', () => {
      socket.write(Buffer.concat([Buffer.from(head), body]), () => leave && socket.destroy())
    })
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}
