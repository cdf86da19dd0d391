/*
 * Opens a barrier when KingCar decides so: passes decisions to a relay board that listens to your own MQTT broker, such as a
 * Shelly or a Tasmota relay. Node 20.19 or newer, and one package: npm install mqtt
 *
 *   node gate.mjs
 *
 * KINGCAR_MQTT, KINGCAR_STORE, KINGCAR_DEVICE, KINGCAR_SECRET and KINGCAR_CA are those of the recognizer sample. RELAY_MQTT is
 * your broker, such as mqtt://user:password@192.168.0.5:1883, RELAY_TOPIC the topic of the relay, and RELAY_ON the message that
 * closes its contact. Let the board open the contact by itself after a second (Shelly: auto off, Tasmota: PulseTime).
 */
import { readFileSync } from 'node:fs'
import { connect } from 'mqtt'

const { KINGCAR_MQTT: server = 'mqtt://127.0.0.1:1883', KINGCAR_STORE: store, KINGCAR_DEVICE: device } = process.env
const {
  KINGCAR_SECRET: secret,
  KINGCAR_CA: ca,
  RELAY_MQTT: relay,
  RELAY_TOPIC: topic,
  RELAY_ON: on = 'on',
} = process.env
const say = (text) => process.stderr.write(`gate: ${text}\n`)
for (const [name, value] of Object.entries({
  KINGCAR_STORE: store,
  KINGCAR_DEVICE: device,
  KINGCAR_SECRET: secret,
  RELAY_MQTT: relay,
  RELAY_TOPIC: topic,
}))
  if (!value) {
    say(`${name} is not set`)
    process.exit(2)
  }

const always = { protocolVersion: 4, clean: true, reconnectPeriod: 2_000, reconnectOnConnackError: true }
const board = connect(relay, { ...always, queueQoSZero: false }) // an old command must not open the barrier later
board.on('error', (error) => say(`relay: ${error.message}`))

const kingcar = connect(server, {
  ...always,
  clientId: `${device}-gate`, // begins with the device id, and differs from that of the recognizer
  username: device,
  password: secret,
  ...(ca && { ca: readFileSync(ca) }),
})
kingcar.on('error', (error) => say(error.message))
kingcar.on('connect', () =>
  kingcar.subscribe(`recognition/decision/${store}/${device}`, { qos: 0 }, (error) =>
    say(error?.message ?? 'connected'),
  ),
)

/** The last version of each visit: a message may arrive twice. */
const versions = new Map()
const maxVisits = 1_000

kingcar.on('message', (_topic, message) => {
  const { visitId, open, reason, version, expiresAt } = decisionIn(String(message))
  if (!(Date.parse(expiresAt) > Date.now()) || !(version > (versions.get(visitId) ?? 0))) return
  versions.delete(visitId)
  versions.set(visitId, version)
  if (versions.size > maxVisits) versions.delete(versions.keys().next().value)
  say(`${open ? 'opens' : 'stays closed'}: ${reason}`) // without the plate, which is personal data
  if (!open) return
  if (board.connected) board.publish(topic, on, { qos: 0, retain: false })
  else say('the relay is not connected')
})

function decisionIn(text) {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
