import { useCallback, useEffect, useRef } from 'react'
import { type LiveConnection, openLive } from './connection.ts'
import type { LiveScope, LiveSink } from './live-sink.ts'

export type { LiveScope, LiveSink } from './live-sink.ts'

/**
 * Feeds `sink` from the live socket while the component is mounted. Calls `signedOut` when the session ends. Returns a
 * function that reconnects immediately.
 */
export function useLiveSocket(sink: LiveSink, scope: LiveScope, signedOut: () => void): () => void {
  const connection = useRef<LiveConnection>(undefined)
  const { storeId, mask, version } = scope
  useEffect(() => {
    const of = {
      ...(storeId === undefined ? {} : { storeId }),
      ...(mask === undefined ? {} : { mask }),
      ...(version === undefined ? {} : { version }),
    }
    const opened = openLive(sink, of, signedOut)
    connection.current = opened
    return () => opened.close()
  }, [sink, storeId, mask, version, signedOut])
  return useCallback(() => connection.current?.reconnect(), [])
}
