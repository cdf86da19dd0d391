import { acceptRead, countVisits, dismissRead, listReadReviews } from '@kingcar/client'
import type { ReviewedRead } from '@kingcar/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { SignedOutError } from '../../api/session.ts'
import { useSessionEnded } from '../api/use-session-ended.ts'
import { toastFailure } from '../components/toast-failure.ts'
import { announce } from '../page/announce.ts'
import { text } from './copy.ts'

/** Identifies a read among those of all devices. */
export const keyOf = ({ deviceId, readId }: Pick<ReviewedRead, 'deviceId' | 'readId'>) => `${deviceId} ${readId}`

/**
 * The decisions of this page. A decided read disappears immediately, so that the next key is for the next read; it returns
 * if the server refuses the decision.
 */
export function useDecisions() {
  const client = useQueryClient()
  const sessionEnded = useSessionEnded()
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<ReviewedRead>()

  const decide = async (read: ReviewedRead, send: () => Promise<ReviewedRead>, done: string) => {
    const key = keyOf(read)
    if (decided.has(key)) return
    setDecided((before) => new Set(before).add(key))
    try {
      setLast(await send())
      announce(done)
    } catch (cause) {
      if (cause instanceof SignedOutError) sessionEnded()
      else toastFailure(text.failed, cause)
      setDecided((before) => new Set([...before].filter((each) => each !== key)))
    }
    // An accepted read makes a visit or confirms its plate.
    for (const key of ['visits', countVisits.name]) void client.invalidateQueries({ queryKey: [key] })
    await client.invalidateQueries({ queryKey: [listReadReviews.name] })
  }
  return {
    decided,
    /** The read that was decided last. */
    last,
    accept: (read: ReviewedRead, carNumber: string) => {
      const { readId, deviceId } = read
      const send = () => call(acceptRead, { readId, deviceId, carNumber, reason: text.reason })
      void decide(read, send, text.accepted(carNumber))
    },
    dismiss: (read: ReviewedRead) => {
      const { readId, deviceId } = read
      void decide(read, () => call(dismissRead, { readId, deviceId }), text.dismissed(read.carNumber))
    },
  }
}
