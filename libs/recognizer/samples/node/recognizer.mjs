/*
 * Sends reads of number plates to KingCar over MQTT. Node 20.19 or newer, and one package: npm install mqtt
 *
 *   your-camera-program | node recognizer.mjs
 *
 * Each line of its input is a read: `<plate> <confidence> [<time>]`, such as `12가3456 0.97` or, if it was read earlier,
 * `12가3456 0.97 2026-05-04T09:30:00.000Z`. MAKERS.md has the variables below, the rules and the exit codes.
 */
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connect } from 'mqtt'

const firmware = 'sample-node 1'
/** Reads in flight at most. Each is in flight for at least two seconds, so at most 16 per second are sent; 20 are allowed. */
const maxInFlight = 32
/** How long a connection must stay open after a PUBACK (ms), since a server that dies just after it loses the read. */
const settleTime = 2_000
/** Time limit of an acknowledgement; after it the connection is replaced (ms). */
const acknowledgementTimeout = 10_000
/** Consecutive rejections after which the secret counts as wrong, unless it was accepted before. */
const maxRejections = 5

const say = (text) => process.stderr.write(`recognizer: ${text}\n`)
function give(text, code) {
  say(text)
  process.exit(code)
}

const { KINGCAR_MQTT: server = 'mqtt://127.0.0.1:1883', KINGCAR_QUEUE: queue = 'kingcar-queue' } = process.env
const { KINGCAR_STORE: store, KINGCAR_DEVICE: device, KINGCAR_SECRET: secret, KINGCAR_CA: ca } = process.env
if (!/^mqtts?:\/\/[^/:]+(:\d+)?$/.test(server))
  give('KINGCAR_MQTT is mqtt://host:port, or mqtts://host:port for TLS', 2)
for (const [name, id] of Object.entries({ KINGCAR_STORE: store, KINGCAR_DEVICE: device }))
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id ?? '')) give(`${name} is missing or not an id`, 2)
if (!secret) give('KINGCAR_SECRET is not set', 2)
if (ca && !existsSync(ca)) give('KINGCAR_CA: file not found', 2)

/*
 * The queue: one file per read, with the message exactly as it is sent each time. A name is
 * `<number>-<readId>.json` with the highest number so far plus one, so that names sort by age.
 */
mkdirSync(queue, { recursive: true, mode: 0o700 })
const waiting = readdirSync(queue)
  .filter((name) => /^\d{12}-.*\.json$/.test(name))
  .sort()
let number = Number.parseInt(waiting.at(-1) ?? '0', 10)

function synced(path, flags, text = '') {
  const file = openSync(path, flags, 0o600)
  try {
    if (text) writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Writes a read to the disk; after that it cannot be lost. */
function keep(read) {
  number += 1
  const name = `${String(number).padStart(12, '0')}-${read.readId}.json`
  synced(join(queue, `${name}.part`), 'w', JSON.stringify(read))
  renameSync(join(queue, `${name}.part`), join(queue, name))
  synced(queue, 'r')
  waiting.push(name)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** Parses a line. Throws an error with the reason if it is invalid. */
function readOf(bytes) {
  const fields = bytes.split(/[ \t\r]+/).filter(Boolean)
  const [plate, confidence, time = new Date().toISOString()] = fields
  if (fields.length < 2 || fields.length > 3)
    throw new Error('a line is a plate without spaces, a confidence, and optionally a time')
  const carNumber = textOf(plate)
  if (!/^[^\p{Cc}"\\]{1,32}$/u.test(carNumber))
    throw new Error('a plate is 1 to 32 characters of UTF-8 without quote, backslash and control characters')
  if (!/^(0(\.\d{1,17})?|1(\.0{1,17})?)$/.test(confidence))
    throw new Error('a confidence is a number from 0 to 1, such as 0.97')
  if (!/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,3})?Z$/.test(time))
    throw new Error('a time has the form 2026-05-04T09:30:00.000Z, in UTC')
  return { readId: randomUUID(), carNumber, confidence: Number(confidence), recognizedAt: time }
}
function textOf(bytes) {
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return '' // not UTF-8
  }
}

let ended = false
let line = 0
process.stdin.setEncoding('latin1') // as bytes, since invalid UTF-8 must be detected per plate
createInterface({ input: process.stdin })
  .on('line', (bytes) => {
    line += 1
    if (bytes.trim() === '') return
    try {
      keep(readOf(bytes))
    } catch (error) {
      say(`line ${line} rejected: ${error.message}`)
    }
    send()
  })
  .on('close', () => {
    ended = true
    send()
  })

/** The open connection, and the reads that were sent over it and are not stored for certain yet. */
let client
let inFlight = new Set()
let failures = 0
let rejections = 0
let wasAccepted = false

/** Sends the oldest reads up to the limit; exits if the input has ended and no read is left. */
function send() {
  if (ended && waiting.length === 0) {
    client?.end()
    process.exit(0)
  }
  if (!client) return
  for (const name of waiting.slice(0, maxInFlight)) if (!inFlight.has(name)) publish(client, name)
}

function publish(over, name) {
  if (!existsSync(join(queue, name))) return forget(name) // another process of the same queue has sent it
  inFlight.add(name)
  const tooLate = setTimeout(() => over.end(true), acknowledgementTimeout)
  over.publish(`recognition/read/${store}/${device}`, readFileSync(join(queue, name)), { qos: 1 }, (error) => {
    clearTimeout(tooLate)
    if (!error) setTimeout(() => over === client && forget(name), settleTime)
  })
}

function forget(name) {
  rmSync(join(queue, name), { force: true })
  const at = waiting.indexOf(name)
  if (at >= 0) waiting.splice(at, 1)
  inFlight.delete(name)
  send()
}

function beat() {
  const heartbeat = { sentAt: new Date().toISOString(), queueDepth: waiting.length, firmware } // and cameraOk, if known
  client?.publish(`recognition/heartbeat/${store}/${device}`, JSON.stringify(heartbeat), { qos: 0 })
}
setInterval(beat, 60_000)

/** Each connection has its own client; the next one sends its unfinished reads again, in order. */
function open() {
  const next = connect(server, {
    protocolVersion: 4,
    clientId: `${device}-${randomUUID().slice(0, 8)}`,
    username: device,
    password: secret,
    clean: true,
    keepalive: 30,
    connectTimeout: 5_000,
    reconnectPeriod: 0,
    ...(ca && { ca: readFileSync(ca) }),
  })
  let reason = 'the connection was lost'
  next.on('error', (error) => {
    reason = error.message
    rejections = error.code === 4 || error.code === 5 ? rejections + 1 : 0
  })
  next.on('connect', () => {
    say(`connected, ${waiting.length} reads waiting`)
    client = next
    wasAccepted = true
    failures = 0
    rejections = 0
    beat()
    send()
  })
  next.once('close', () => {
    next.end(true)
    client = undefined
    inFlight = new Set()
    if (rejections >= maxRejections && !wasAccepted)
      give(
        `KINGCAR_DEVICE or KINGCAR_SECRET is wrong: rejected ${rejections} times; ${waiting.length} reads are kept`,
        77,
      )
    const pause = Math.min(15_000, 500 * 2 ** failures) * (0.5 + Math.random() / 2)
    failures += 1
    say(
      `${rejections ? 'rejected, the secret may be wrong' : `disconnected: ${reason}`}; retrying in ${(pause / 1_000).toFixed(1)} s`,
    )
    setTimeout(open, pause)
  })
}
open()
