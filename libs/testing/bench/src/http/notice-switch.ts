import { setTimeout as wait } from 'node:timers/promises'
import { send, signIn } from '@kingcar/e2e/http'
import type { Product } from '@kingcar/e2e/product'

/** Milliseconds between polls, and the maximum number of polls. */
const pause = 10
const looks = 500

/** Returns a function that sets whether notices are public, and waits until the gateway applies it. */
export async function createNoticeSwitch(
  { ready: { http, email, password } }: Product,
  noticeId: string,
): Promise<(isPublic: boolean) => Promise<void>> {
  const { accessToken: token } = await signIn(http, email, password)
  const isOpen = async () => (await send(http, 'GET', `/api/notices/${noticeId}`)).status === 200
  return async (value) => {
    await send(http, 'PUT', '/admin/api/appSettings', { token, body: { key: 'notices.public', value } })
    for (let look = 0; (await isOpen()) !== value; look++) {
      if (look === looks) throw new Error(`notices.public did not become ${value}`)
      await wait(pause)
    }
  }
}
