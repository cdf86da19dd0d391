import { useCallback, useEffect, useRef } from 'react'
import { type LiveConnection, openLive, type ReconnectOptions } from './connection.ts'
import type { LiveScope, LiveSink } from './live-sink.ts'

export type { LiveScope, LiveSink } from './live-sink.ts'

/**
 * Feeds `sink` from the live socket while the component is mounted. Calls `signedOut` when the session ends. Returns a
 * function that reconnects immediately.
 * @param open opens the socket; shared with other tabs if it is `openSharedLive`
 */
export function useLiveSocket(
  sink: LiveSink,
  scope: LiveScope,
  signedOut: () => void,
  open: typeof openLive = openLive,
): (options?: ReconnectOptions) => void {
  const connection = useRef<LiveConnection>(undefined)
  const { storeId, mask, version } = scope
  useEffect(() => {
    const of = {
      ...(storeId === undefined ? {} : { storeId }),
      ...(mask === undefined ? {} : { mask }),
      ...(version === undefined ? {} : { version }),
    }
    const opened = open(sink, of, signedOut)
    connection.current = opened
    return () => opened.close()
  }, [sink, storeId, mask, version, signedOut, open])
  return useCallback((options?: ReconnectOptions) => connection.current?.reconnect(options), [])
}
