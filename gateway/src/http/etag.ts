import { hash } from 'node:crypto'

/** The entity tag of a version that a service names, or of an answer's bytes. */
export function entityTag(answer: { body: Uint8Array; etag?: string }): string {
  if (answer.etag === undefined) return `"${hash('sha1', answer.body, 'base64url')}"`
  return /^(?:W\/)?".*"$/.test(answer.etag) ? answer.etag : `"${answer.etag}"`
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')

/** Whether `If-None-Match` names the tag: a list, `*`, strong or weak. */
export function noneMatches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return true
  if (header === tag) return false
  const wanted = opaque(tag)
  return !header.split(',').some((each) => each.trim() === '*' || opaque(each) === wanted)
}
