/*
 * Hands the plates that Frigate reads to the sample beside it. Frigate publishes them to an MQTT broker of yours; here they
 * become lines of `<plate> <confidence> <time>`:
 *
 *   node frigate.mjs | node recognizer.mjs
 *
 * FRIGATE_MQTT is your broker, such as mqtt://user:password@192.168.0.5:1883, FRIGATE_TOPIC Frigate's topic_prefix, and
 * FRIGATE_CAMERA the one camera whose plates count, where there are more. With `qos: 1` in Frigate's section `mqtt` the
 * broker keeps what comes while this program is away.
 */
import { connect } from 'mqtt'

const { FRIGATE_MQTT: broker = 'mqtt://127.0.0.1:1883', FRIGATE_TOPIC: prefix = 'frigate' } = process.env
const camera = process.env.FRIGATE_CAMERA
const say = (text) => process.stderr.write(`frigate: ${text}\n`)

const client = connect(broker, {
  protocolVersion: 4,
  clientId: `kingcar-${camera ?? 'frigate'}`, // the same each time, so that the broker knows what was not handed over yet
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
process.stdout.on('error', () => process.exit(1)) // the other end is gone

/** Frigate tells of a car again and again while the reading gets better: those are reads of one visit. */
function lineOf(text) {
  try {
    const { type, plate, score, timestamp, camera: from } = JSON.parse(text)
    if (type !== 'lpr' || (camera && from !== camera)) return undefined
    const at = new Date(timestamp * 1_000).toISOString()
    return `${plate.replaceAll(/\s/g, '')} ${Math.min(1, score).toFixed(4)} ${at}`
  } catch (error) {
    say(`an update is not taken: ${error.name}`)
    return undefined
  }
}
