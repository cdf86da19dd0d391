import { createServer } from 'node:http'
import { WebSocket, WebSocketServer } from 'ws'
import { broadcastByOrder } from './broadcast-by-order.ts'

/**
 * `ws` as its README broadcasts ("Server broadcast": for each client that is open, `client.send(data)`), with the text
 * made once per event. "The extension is disabled by default on the server": nothing is compressed.
 */
const http = createServer()
const server = new WebSocketServer({ server: http })
await broadcastByOrder(http, (event) => {
  const text = JSON.stringify(event)
  for (const client of server.clients) if (client.readyState === WebSocket.OPEN) client.send(text)
})
