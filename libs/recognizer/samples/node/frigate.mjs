/*
 * Passes the plates that Frigate reads to the recognizer sample. Frigate publishes them to your MQTT broker; this program
 * writes them as lines of `<plate> <confidence> <time>`:
 *
 *   node frigate.mjs | node recognizer.mjs
 *
 * FRIGATE_MQTT is your broker, such as mqtt://user:password@192.168.0.5:1883, FRIGATE_TOPIC Frigate's topic_prefix, and
 * FRIGATE_CAMERA the one camera to use, if there are several. With `qos: 1` in Frigate's section `mqtt` the
 * broker keeps messages while this program is not connected.
 */
import { connect } from 'mqtt'

const { FRIGATE_MQTT: broker = 'mqtt://127.0.0.1:1883', FRIGATE_TOPIC: prefix = 'frigate' } = process.env
const camera = process.env.FRIGATE_CAMERA
const say = (text) => process.stderr.write(`frigate: ${text}\n`)

const client = connect(broker, {
  protocolVersion: 4,
  clientId: `kingcar-${camera ?? 'frigate'}`, // always the same, so that the broker keeps undelivered messages
  clean: false,
  reconnectPeriod: 2_000,
  reconnectOnConnackError: true,
})
client.on('error', (error) => say(error.message))
client.subscribe(`${prefix}/tracked_object_update`, { qos: 1 }, (error) => say(error?.message ?? 'connected'))

client.on('message', (_topic, message) => {
  const line = lineOf(String(message))
  if (line) process.stdout.write(`${line}\n`)
})
process.stdout.on('error', () => process.exit(1)) // the reading program has ended

/** Frigate publishes a car repeatedly while the recognition improves; these reads form one visit. */
function lineOf(text) {
  try {
    const { type, plate, score, timestamp, camera: from } = JSON.parse(text)
    if (type !== 'lpr' || (camera && from !== camera)) return undefined
    const at = new Date(timestamp * 1_000).toISOString()
    return `${plate.replaceAll(/\s/g, '')} ${Math.min(1, score).toFixed(4)} ${at}`
  } catch (error) {
    say(`update ignored: ${error.name}`)
    return undefined
  }
}
