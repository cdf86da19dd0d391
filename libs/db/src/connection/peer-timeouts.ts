/**
 * Server settings of every connection, after which the server gives up a peer that has vanished without closing it: a
 * machine without power, or a network that swallows packets. With the system's defaults it would keep the session and its
 * locks for two hours. Seconds, and milliseconds for data without an acknowledgement; the server ignores them on a Unix
 * socket. https://www.postgresql.org/docs/current/runtime-config-connection.html#RUNTIME-CONFIG-TCP-SETTINGS
 */
export const peerTimeouts = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '10000',
}
