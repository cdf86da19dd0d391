import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { broadcastByOrder } from './broadcast-by-order.ts'

/**
 * socket.io as socket.io/docs/v4/rooms broadcasts: "io.to("some room").emit("some event")". By its page on performance
 * "the performance of your Socket.IO server will be strongly linked to the performance of the underlying WebSocket
 * server (ws, by default)"; the native add-ons that it recommends for `ws` mask and validate what clients send, which
 * is nothing here. WebSocket only, no compression, and by its page on memory the request that opened a socket is
 * released.
 */
const room = 'screens'
const http = createServer()
const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
io.engine.on('connection', (connection: { request: unknown }) => {
  connection.request = null
})
io.on('connection', (socket) => socket.join(room))
await broadcastByOrder(http, (event) => io.to(room).emit('visit', event))
