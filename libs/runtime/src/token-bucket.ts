/** A token bucket at a time in milliseconds. */
export type Bucket = { readonly tokens: number; readonly at: number }

/** Maximum tokens of a bucket, and how many it gets a millisecond. */
export type BucketRate = { readonly burst: number; readonly perMs: number }

/** A bucket at a later time; full if it is new. A time before the bucket's adds nothing. */
export function refill({ burst, perMs }: BucketRate, bucket: Bucket | undefined, at: number): Bucket {
  if (bucket === undefined) return { tokens: burst, at }
  const passed = Math.max(0, at - bucket.at)
  return { tokens: Math.min(burst, bucket.tokens + passed * perMs), at: bucket.at + passed }
}

/** Sets an entry as the newest one; if there are more than `most` entries, the oldest is dropped. */
export function setNewest<K, V>(entries: Map<K, V>, key: K, value: V, most: number): void {
  entries.delete(key)
  entries.set(key, value)
  if (entries.size <= most) return
  const [oldest] = entries.keys()
  if (oldest !== undefined) entries.delete(oldest)
}
