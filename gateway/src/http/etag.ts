import { hash } from 'node:crypto'

/** The ETag: the version that the service gave, otherwise a hash of the body. */
export function entityTag(reply: { body: Uint8Array; etag?: string }): string {
  if (reply.etag === undefined) return `"${hash('sha1', reply.body, 'base64url')}"`
  return /^(?:W\/)?".*"$/.test(reply.etag) ? reply.etag : `"${reply.etag}"`
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')

/** True unless `If-None-Match` names the tag; it may be a list or `*`, and strong and weak tags compare equal. */
export function noneMatches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return true
  if (header === tag) return false
  const wanted = opaque(tag)
  return !header.split(',').some((each) => each.trim() === '*' || opaque(each) === wanted)
}
