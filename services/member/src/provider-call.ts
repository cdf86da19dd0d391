/** Bytes of an answer that are read; what providers say to us is far shorter. */
const longestAnswer = 64 * 1024

/**
 * Calls a provider over HTTP: one deadline for all of it, no redirects (a 3xx is given as it is), a bounded answer.
 * @returns the status, and the body where that is JSON
 * @throws Error where it cannot be reached, is late, or says too much; without anything of the request
 */
export async function callProvider(
  url: string,
  init: Omit<RequestInit, 'redirect' | 'signal'>,
  deadlineMs: number,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(deadlineMs) })
  return { status: response.status, body: parse(await readBounded(response)) }
}

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > longestAnswer) throw new Error('the provider said too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
