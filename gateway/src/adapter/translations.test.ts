import { AppError, contract, ReadMessage } from '@kingcar/contract'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, test, vi } from 'vitest'
import { translateFrigate } from './frigate.ts'
import { translateHikvision } from './hikvision.ts'
import { translateOpenAlpr } from './openalpr.ts'
import { translatePlateRecognizer } from './plate-recognizer.ts'
import { toReadMessage, type VendorRead, withDirection } from './vendor-read.ts'

const { receiveFrigate, receiveOpenAlpr } = contract.gateway
const deviceId = '019b0000-0000-7000-8000-00000000000a'

const group = {
  deviceId,
  data_type: 'alpr_group',
  best_uuid: 'HJ3-camera-1767322800123',
  best_plate_number: '12가3456',
  best_confidence: 94.25,
  epoch_start: 1_767_322_800_123,
  candidates: [
    { plate: '12가3456', confidence: 94.25, matches_template: 1 },
    { plate: '12가3458', confidence: 71.5, matches_template: 0 },
  ],
}
const lpr = {
  deviceId,
  type: 'lpr',
  id: '1767322800.1-abc',
  plate: 'ab 123',
  score: 0.93,
  timestamp: 1_767_322_800.123,
}

const id = (read: VendorRead | undefined, device = deviceId) => read && toReadMessage('v', device, read).readId
const pathsOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error instanceof AppError ? error.details?.map(({ path }) => path) : error
  }
  return undefined
}

describe('OpenALPR', () => {
  test('a group becomes a read', () => {
    expect(translateOpenAlpr(group)).toEqual({
      eventId: group.best_uuid,
      carNumber: '12가3456',
      confidence: 0.9425,
      recognizedAt: '2026-01-02T03:00:00.123Z',
      candidates: [
        { carNumber: '12가3456', confidence: 0.9425 },
        { carNumber: '12가3458', confidence: 0.715 },
      ],
      trackId: group.best_uuid,
    })
  })

  test('a group of version 1 has its plate in an object', () => {
    const { best_plate_number: plate, best_confidence: confidence, ...first } = group
    const best_plate = { plate, confidence, matches_template: 0, plate_index: 0, coordinates: [] }
    expect(translateOpenAlpr({ ...first, best_plate })).toEqual(translateOpenAlpr(group))
    expect(translateOpenAlpr({ ...group, best_plate: { plate: 'other', confidence: 1 } })).toEqual(
      translateOpenAlpr(group),
    )
    for (const wrong of [null, 7, 'x', [], {}])
      expect(pathsOf(() => translateOpenAlpr({ ...first, best_plate: wrong }))).toEqual(['best_plate_number'])
  })

  test.each(['heartbeat', 'alpr_results', 'vehicle', ''])('%j is not a read', (data_type) => {
    expect(translateOpenAlpr({ deviceId, data_type })).toBeUndefined()
  })

  test.each([
    ['best_plate_number', undefined],
    ['best_plate_number', '1'.repeat(33)],
    ['best_confidence', null],
    ['best_confidence', -1],
    ['best_confidence', 100.1],
    ['best_uuid', 'x'.repeat(129)],
    ['epoch_start', undefined],
    ['epoch_start', -1],
    ['epoch_start', 8.7e15],
  ])('%s %j is rejected', (name, value) => {
    expect(pathsOf(() => translateOpenAlpr({ ...group, [name]: value }))).toEqual([name])
  })

  test.each([null, '', ' '])('a group with the plate %j has none, and is ignored', (plate) => {
    expect(translateOpenAlpr({ ...group, best_plate_number: plate })).toBeUndefined()
    expect(
      translateOpenAlpr({ ...group, best_plate_number: null, best_plate: { plate, confidence: 0 } }),
    ).toBeUndefined()
  })

  test('a blank plate does not hide that of the object', () => {
    for (const best_plate_number of [null, '', ' '])
      expect(translateOpenAlpr({ ...group, best_plate_number, best_plate: { plate: '12가3456' } })).toEqual(
        translateOpenAlpr(group),
      )
  })

  test('an id that a read cannot have is replaced by its hash, so that the car counts', () => {
    const [first, again, other] = ['차량-1', '차량-1', '차량-2'].map(
      (best_uuid) => translateOpenAlpr({ ...group, best_uuid })?.trackId,
    )
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect([first === again, first === other]).toEqual([true, false])
  })

  test('keeps ten candidates and skips invalid ones', () => {
    const many = Array.from({ length: 12 }, (_, at) => ({ plate: `${at}`, confidence: 50 }))
    const candidates = [null, 'x', {}, { plate: '', confidence: 1 }, { plate: 'a', confidence: 101 }, ...many]
    expect(translateOpenAlpr({ ...group, candidates })?.candidates).toHaveLength(10)
    for (const none of [undefined, null, 'x', {}, [], [null]])
      expect(translateOpenAlpr({ ...group, candidates: none })).not.toHaveProperty('candidates')
  })
})

describe('Frigate', () => {
  test('a plate of an object becomes a read with the plate unchanged', () => {
    expect(translateFrigate(lpr)).toEqual({
      eventId: lpr.id,
      carNumber: 'ab 123',
      confidence: 0.93,
      recognizedAt: '2026-01-02T03:00:00.123Z',
      trackId: lpr.id,
    })
  })

  test.each([null, '', ' '])('an update with the plate %j has none, and is ignored', (plate) => {
    expect(translateFrigate({ ...lpr, plate })).toBeUndefined()
  })

  test.each(['description', 'face', 'classification'])('%s is rejected', (type) => {
    expect(translateFrigate({ deviceId, type, score: null })).toBeUndefined()
  })

  test.each([
    ['plate', undefined],
    ['score', 1.01],
    ['score', undefined],
    ['timestamp', null],
    ['timestamp', 1e300],
    ['id', 'x'.repeat(10_000)],
  ])('%s %j is rejected', (name, value) => {
    expect(pathsOf(() => translateFrigate({ ...lpr, [name]: value }))).toEqual([name])
  })
})

/** A tracked object of the topic `events`, as Frigate 0.16 publishes it. */
const tracked = (fields: object) => ({
  id: '1767322800.1-abc',
  camera: 'gate',
  label: 'car',
  sub_label: null,
  start_time: 1_767_322_700.5,
  frame_time: 1_767_322_800.123,
  recognized_license_plate: null,
  ...fields,
})
const read = { recognized_license_plate: '12가3456', recognized_license_plate_score: 0.93 }
const event = (type: string, before: unknown, after: unknown) => ({ deviceId, type, before, after })

describe("Frigate's events", () => {
  const expected = {
    eventId: '1767322800.1-abc',
    carNumber: '12가3456',
    confidence: 0.93,
    recognizedAt: '2026-01-02T03:00:00.123Z',
    trackId: '1767322800.1-abc',
  }

  test('an id that is too long is rejected', () => {
    const after = tracked({ ...read, id: 'x'.repeat(129) })
    expect(pathsOf(() => translateFrigate(event('update', tracked({}), after)))).toEqual(['after.id'])
  })

  test('an object becomes a read when it gets a plate or another reading, and at its end', () => {
    const [none, known] = [tracked({}), tracked(read)]
    expect(translateFrigate(event('new', none, none))).toBeUndefined()
    expect(translateFrigate(event('new', known, known))).toEqual(expected)
    expect(translateFrigate(event('update', none, known))).toEqual(expected)
    expect(translateFrigate(event('update', known, known))).toBeUndefined()
    const better = tracked({ ...read, recognized_license_plate_score: 0.97 })
    expect(translateFrigate(event('update', known, better))).toEqual({ ...expected, confidence: 0.97 })
    const came = { ...expected, recognizedAt: '2026-01-02T02:58:20.500Z' }
    expect(translateFrigate(event('end', known, tracked({ ...read, frame_time: 1_767_399_999 })))).toEqual(came)
  })

  test('a plate can be a pair of text and score, and before 0.16 the sub label', () => {
    const pair = tracked({ recognized_license_plate: ['12가3456', 0.93] })
    expect(translateFrigate(event('new', null, pair))).toEqual(expected)
    expect(translateFrigate(event('new', null, tracked({ sub_label: ['12가3456', 0.93] })))).toEqual(expected)
    expect(translateFrigate(event('new', null, tracked({ sub_label: ['amazon', 0.93] })))).toBeUndefined()
  })

  test.each([
    ['after.recognized_license_plate', { ...read, recognized_license_plate: 'x'.repeat(33) }],
    ['after.recognized_license_plate_score', { ...read, recognized_license_plate_score: 93 }],
    ['after.recognized_license_plate_score', { sub_label: '12가3456' }],
    ['after.frame_time', { ...read, frame_time: null }],
  ])('%s is named', (path, fields) => {
    expect(pathsOf(() => translateFrigate(event('update', null, tracked(fields))))).toEqual([path])
  })

  test.each([undefined, null, 7, 'x', [], {}])('a body that is not an object is not a read: %j', (after) => {
    expect(translateFrigate(event('update', after, after))).toBeUndefined()
  })
})

const stream = {
  hook: { target: 'gate', id: 'gate-1', event: 'recognition', filename: 'a.jpg' },
  data: {
    camera_id: 'gate-1',
    filename: 'gate-1_260102.jpg',
    timestamp: '2026-01-02T03:00:00.123456Z',
    results: [
      {
        box: { xmin: 10, ymin: 20, xmax: 110, ymax: 50 },
        plate: '12가3456',
        score: 0.91,
        dscore: 0.8,
        candidates: [{ plate: '12가3456', score: 0.91 }],
        direction: 270,
      },
    ],
  },
}
const [result] = stream.data.results
const withResults = (...results: unknown[]) => JSON.stringify({ ...stream, data: { ...stream.data, results } })

describe('Plate Recognizer', () => {
  test('each plate of an image becomes a read', () => {
    const read = {
      eventId: 'gate-1_260102.jpg',
      carNumber: '12가3456',
      confidence: 0.91,
      recognizedAt: '2026-01-02T03:00:00.123Z',
      candidates: [{ carNumber: '12가3456', confidence: 0.91 }],
      boundingBox: { x: 10, y: 20, width: 100, height: 30 },
      angle: 270,
    }
    const { boundingBox: _box, candidates: _candidates, angle: _angle, ...bare } = read
    expect(translatePlateRecognizer(JSON.stringify(stream))).toEqual([read])
    const second = { plate: 'ab12', score: 0.5, box: { xmin: 9, ymin: 9, xmax: 1, ymax: 1 }, candidates: 'x' }
    const both = translatePlateRecognizer(withResults(result, { plate: null, vehicle: {} }, second))
    expect(both).toEqual([read, { ...bare, carNumber: 'ab12', confidence: 0.5 }])
  })

  test('with `detection_mode = vehicle` the plate is an object', () => {
    const plate = {
      type: 'Plate',
      score: 0.91,
      box: { xmin: 10, ymin: 20, xmax: 110, ymax: 50 },
      props: {
        plate: [
          { value: '454라5615', score: 0.95 },
          { value: '454러5615', score: 0.4 },
        ],
        region: [{ value: 'kr', score: 0.9 }],
      },
    }
    const vehicle = { type: 'Sedan', score: 0.8, box: {}, props: {} }
    const inMode = {
      eventId: 'gate-1_260102.jpg',
      carNumber: '454라5615',
      confidence: 0.95,
      recognizedAt: '2026-01-02T03:00:00.123Z',
      candidates: [
        { carNumber: '454라5615', confidence: 0.95 },
        { carNumber: '454러5615', confidence: 0.4 },
      ],
      boundingBox: { x: 10, y: 20, width: 100, height: 30 },
    }
    expect(translatePlateRecognizer(withResults({ plate, vehicle }))).toEqual([inMode])
    expect(translatePlateRecognizer(withResults({ plate, vehicle }, result))).toMatchObject([
      inMode,
      { carNumber: '12가3456' },
    ])
  })

  test.each([
    {},
    { plate: null },
    { plate: '' },
    { plate: null, vehicle: { type: 'Sedan', props: {} } },
    { plate: { type: 'Plate', score: 0.9, props: { plate: [] } } },
    { plate: { type: 'Plate', score: 0.9, props: null } },
    { plate: {} },
    null,
    7,
  ])('a result without a plate is skipped: %j', (none) => {
    expect(translatePlateRecognizer(withResults(none))).toEqual([])
    expect(translatePlateRecognizer(withResults(none, result))).toMatchObject([{ carNumber: '12가3456' }])
  })

  test('other events and an image without a vehicle are ignored', () => {
    expect(translatePlateRecognizer(withResults())).toEqual([])
    const image = { ...stream, hook: { event: 'image' } }
    expect(translatePlateRecognizer(JSON.stringify(image))).toEqual([])
    expect(translatePlateRecognizer(JSON.stringify({ hook: { event: 'camera' } }))).toEqual([])
    const none = { filename: null, timestamp: null, results: null }
    expect(translatePlateRecognizer(JSON.stringify({ ...stream, data: none }))).toEqual([])
  })

  test('a time without an offset is UTC, whatever the time zone of the process is', () => {
    vi.stubEnv('TZ', 'Asia/Seoul')
    const times = ['2026-01-02T03:00:00.123456', '2026-01-02 03:00:00.123456', '2026-01-02 03:00:00.123+00:00']
    const named = ['2026-01-02 03:00:00.123 UTC', '2026-01-02T03:00:00.123GMT', 'Fri, 02 Jan 2026 03:00:00.123 GMT']
    for (const timestamp of [...times, ...named]) {
      const [read] = translatePlateRecognizer(JSON.stringify({ ...stream, data: { ...stream.data, timestamp } }))
      expect(read?.recognizedAt).toBe('2026-01-02T03:00:00.123Z')
    }
  })

  test.each([
    ['json', 'x'],
    ['json', '[]'],
    ['json', '{"hook":{},"data":{"results":7}}'],
    ['json', '{"hook":{}}'],
    ['data.timestamp', JSON.stringify({ ...stream, data: { results: [result] } })],
    ['data.timestamp', JSON.stringify({ ...stream, data: { timestamp: 'now', results: [result] } })],
    ['data.results.1.plate', withResults({ plate: null }, { plate: 7, score: 1 })],
    ['data.results.0.score', withResults({ plate: '12가3456', score: 91 })],
  ])('%s is named for %s', (path, text) => {
    expect(pathsOf(() => translatePlateRecognizer(text))).toEqual([path])
  })
})

describe('an angle in the picture', () => {
  test('is that of OpenALPR or Plate Recognizer, and not part of the read', () => {
    expect(translateOpenAlpr({ ...group, travel_direction: 183.2 })).toMatchObject({ angle: 183.2 })
    for (const unknown of [null, -1, '?', 361]) {
      expect(translateOpenAlpr({ ...group, travel_direction: unknown })).not.toHaveProperty('angle')
      expect(translatePlateRecognizer(withResults({ ...result, direction: unknown }))[0]).not.toHaveProperty('angle')
    }
    const [read] = translatePlateRecognizer(withResults(result))
    const without = translatePlateRecognizer(withResults({ ...result, direction: null }))[0]
    const messages = [read, without].map((each) => toReadMessage('x', deviceId, each as VendorRead))
    expect(messages[0]).toEqual(messages[1])
  })

  test.each([
    [270, 270, 'in'],
    [0, 270, 'in'],
    [1, 270, 'out'],
    [90, 270, 'out'],
    [350, 20, 'in'],
    [360, 0, 'in'],
    [270, null, undefined],
  ] as const)('%j of cars that arrive at %j is %j', (angle, arrivalAngle, direction) => {
    const [read] = translatePlateRecognizer(withResults({ ...result, direction: angle }))
    expect(withDirection(read as VendorRead, arrivalAngle).direction).toBe(direction)
  })

  test('does not change the direction that a vendor names', () => {
    const read = { ...translateHikvision(alert(anpr)), angle: 90 } as VendorRead
    expect(withDirection(read, 270)).toMatchObject({ direction: 'in' })
  })
})

const alert = (anpr: string, rest = '') => `<?xml version="1.0" encoding="UTF-8"?>
<EventNotificationAlert version="2.0" xmlns="http://www.hikvision.com/ver20/XMLSchema">
<ipAddress>10.0.0.1</ipAddress><channelName>A &amp; B</channelName><!-- a - b -->
<dateTime>2026-01-02T12:00:00+09:00</dateTime><eventType>ANPR</eventType>
<ANPR>${anpr}<pictureInfoList><pictureInfo><licensePlate>no</licensePlate><plateRect><X>1</X></plateRect></pictureInfo>
</pictureInfoList><empty/></ANPR><UUID>0000-1</UUID>${rest}
</EventNotificationAlert>`
const anpr = '<licensePlate>12가3456</licensePlate><direction>forward</direction><confidenceLevel>97</confidenceLevel>'

describe('Hikvision', () => {
  test('a plate becomes a read, and `forward` is direction in', () => {
    const read = {
      eventId: '0000-1',
      carNumber: '12가3456',
      confidence: 0.97,
      recognizedAt: '2026-01-02T03:00:00.000Z',
      trackId: '0000-1',
    }
    expect(translateHikvision(alert(anpr))).toEqual({ ...read, direction: 'in' })
    expect(translateHikvision(alert(anpr.replace('forward', 'reverse')))).toEqual({ ...read, direction: 'out' })
    expect(translateHikvision(alert(anpr.replace('forward', 'unknown')))).toEqual(read)
    expect(translateHikvision(alert(anpr).replace('+09:00', ''))?.recognizedAt).toBe(read.recognizedAt)
    const again = '<isDataRetransmission>true</isDataRetransmission>'
    expect(id(translateHikvision(alert(anpr, again)))).toBe(id(translateHikvision(alert(anpr))))
  })

  test('the printed plate is preferred to its romanised form, unless it is not a plate', () => {
    const romanised = '<licensePlate>272GA4492</licensePlate><confidenceLevel>97</confidenceLevel>'
    const original = (text: string) => alert(`${romanised}<originalLicensePlate>${text}</originalLicensePlate>`)
    expect(translateHikvision(original('272로4492'))?.carNumber).toBe('272로4492')
    for (const none of ['', '???', 'unknown']) expect(translateHikvision(original(none))?.carNumber).toBe('272GA4492')
    // As unreadable text it becomes a rejected message, which administrators see.
    expect(translateHikvision(original('???').replace('272GA4492', ''))?.carNumber).toBe('???')
    expect(translateHikvision(original(' ').replace('272GA4492', ''))).toBeUndefined()
  })

  test('an empty id means no track, and one that is too long is rejected', () => {
    expect(translateHikvision(alert(anpr).replace('0000-1', ''))).not.toHaveProperty('trackId')
    expect(pathsOf(() => translateHikvision(alert(anpr).replace('0000-1', 'x'.repeat(129))))).toEqual(['UUID'])
  })

  test('references to characters and CDATA are the text that they stand for, and nothing is expanded', () => {
    const plate = (text: string) => translateHikvision(alert(anpr.replace('12가3456', text)))?.carNumber
    for (const text of ['12&#xAC00;3456', '12&#44032;3456', '<![CDATA[12가3456]]>', '12<![CDATA[가]]><!-- -->3456'])
      expect(plate(text)).toBe('12가3456')
    expect(plate('<![CDATA[1&amp;2]]>')).toBe('1&amp;2')
    expect(plate('&amp;lt;&#x41;')).toBe('&lt;A')
    for (const none of ['&#0;', '&#xD800;', '&#x110000;', '&y;']) expect(plate(none)).toBe(none)
    expect(translateHikvision(alert(anpr.replace('12가3456', '<![CDATA[</licensePlate>]]>')))?.carNumber).toBe(
      '</licensePlate>',
    )
  })

  test('the type of the event counts in any case', () => {
    expect(translateHikvision(alert(anpr).replace('>ANPR<', '>anpr<'))).toEqual(translateHikvision(alert(anpr)))
  })

  test('a car without a plate is ignored', () => {
    for (const none of ['', ' ', 'unknown', 'Unknown', 'noPlate'])
      expect(translateHikvision(alert(anpr.replace('12가3456', none)))).toBeUndefined()
    expect(translateHikvision(alert(anpr.replace('<licensePlate>12가3456</licensePlate>', '<licensePlate/>')))).toBe(
      undefined,
    )
    const ANPR = { licensePlate: null, direction: 'forward', confidenceLevel: 0 }
    const event = { dateTime: '2026-01-02T12:00:00+09:00', eventType: 'ANPR', ANPR }
    expect(translateHikvision(JSON.stringify(event))).toBeUndefined()
    expect(pathsOf(() => translateHikvision(JSON.stringify({ ...event, eventType: null })))).toEqual(['eventType'])
  })

  test('namespace prefixes do not matter', () => {
    const prefixed = alert(anpr)
      .replaceAll(/<(\/?)([A-Za-z])/g, '<$1ns1:$2')
      .replace('xmlns=', 'xmlns:ns1=')
    expect(translateHikvision(prefixed)).toEqual(translateHikvision(alert(anpr)))
  })

  test('newer cameras send JSON', () => {
    const fields = {
      ipAddress: '10.0.0.1',
      dateTime: '2026-01-02T12:00:00+09:00',
      eventType: 'ANPR',
      UUID: '0000-1',
      ANPR: { licensePlate: '12가3456', direction: 'forward', confidenceLevel: 97, plateRect: [{ x: 1 }] },
    }
    const expected = translateHikvision(alert(anpr))
    expect(translateHikvision(JSON.stringify(fields))).toEqual(expected)
    expect(translateHikvision(JSON.stringify({ EventNotificationAlert: fields }))).toEqual(expected)
    expect(translateHikvision(JSON.stringify({ ...fields, eventType: 'videoloss' }))).toBeUndefined()
    for (const none of ['{', '{}', '{"a":[]}']) expect(pathsOf(() => translateHikvision(none))).toEqual(['anpr'])
  })

  test('another event is ignored', () => {
    expect(translateHikvision(alert(anpr).replace('>ANPR<', '>videoloss<'))).toBeUndefined()
  })

  test.each([
    ['anpr', ''],
    ['anpr', 'x'],
    ['anpr', '<a>'],
    ['anpr', '<a></b>'],
    ['anpr', '<a><b></a></b>'],
    ['anpr', '<a>1 < 2</a>'],
    ['anpr', '<a></a><'],
    ['anpr', `${'<a>'.repeat(17)}${'</a>'.repeat(17)}`],
    ['anpr', `<!DOCTYPE x [<!ENTITY y "12가3456">]>${alert(anpr)}`],
    ['anpr', alert('<licensePlate><![CDATA[12가3456</licensePlate>')],
    ['eventType', '<a>1</a>'],
    ['ANPR.licensePlate', alert('<confidenceLevel>9</confidenceLevel>')],
    ['ANPR.confidenceLevel', alert('<licensePlate>12가3456</licensePlate>')],
    ['ANPR.confidenceLevel', alert(anpr.replace('97', '0x61'))],
    ['dateTime', alert(anpr).replace('2026-01-02T12', 'x')],
  ])('%s is named for %s', (path, text) => {
    expect(pathsOf(() => translateHikvision(text))).toEqual([path])
  })

  // a quadratic parser would take 80 s, longer than a test may
  // ASVS 1.5.2
  test('a hostile document costs little', () => {
    for (const part of ['<', '<a ', '<!--', '<!-- -', '<a>', '</', '<?', '<a b="'])
      expect(pathsOf(() => translateHikvision(part.repeat((256 * 1024) / part.length)))).toEqual(['anpr'])
  })
})

test('a repetition is the same read; another event, content or device is another', () => {
  const first = id(translateFrigate(lpr))
  expect(id(translateFrigate({ ...lpr }))).toBe(first)
  for (const change of [
    { id: 'other' },
    { id: null },
    { plate: 'ab 124' },
    { score: 0.94 },
    { timestamp: 1_767_322_801 },
  ])
    expect(id(translateFrigate({ ...lpr, ...change }))).not.toBe(first)
  expect(id(translateFrigate(lpr), '019b0000-0000-7000-8000-00000000000b')).not.toBe(first)
  expect(id(translateFrigate({ ...lpr, id: null }))).toBe(id(translateFrigate({ ...lpr, id: null })))
})

const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, 1, 100, 1_767_322_800, 1_767_322_800_123),
  fc.constant(null),
)
const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constant('12가3456'), fc.constant(null))
const open = fc.record(
  {
    deviceId: fc.constant(deviceId),
    data_type: fc.constantFrom('alpr_group', 'heartbeat'),
    best_uuid: text,
    best_plate_number: text,
    best_confidence: number,
    epoch_start: number,
    candidates: fc.oneof(fc.anything(), fc.array(fc.record({ plate: text, confidence: number }))),
    best_plate: fc.oneof(fc.anything(), fc.record({ plate: text, confidence: number })),
  },
  { requiredKeys: ['deviceId', 'data_type'] },
)
const update = fc.record(
  {
    deviceId: fc.constant(deviceId),
    type: fc.constantFrom('lpr', 'face', 'update', 'end'),
    before: fc.anything(),
    after: fc.oneof(
      fc.anything(),
      fc.record({
        frame_time: number,
        start_time: number,
        sub_label: text,
        recognized_license_plate: fc.oneof(text, fc.tuple(text, number)),
        recognized_license_plate_score: number,
      }),
    ),
    id: text,
    plate: text,
    score: number,
    timestamp: number,
  },
  { requiredKeys: ['deviceId', 'type'] },
)

/** Each input of the contract is a valid read, ignored, or rejected with a path. */
function judge(translate: () => VendorRead | undefined): void {
  try {
    const read = translate()
    if (read)
      expect(Value.Check(ReadMessage, JSON.parse(JSON.stringify(toReadMessage('v', deviceId, read))))).toBe(true)
  } catch (error) {
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: expect.stringMatching(/./) }] })
  }
}

test('any vendor input is a valid read, ignored, or rejected', () => {
  fc.assert(
    fc.property(open, (input) => {
      fc.pre(Value.Check(receiveOpenAlpr.input, input))
      judge(() => translateOpenAlpr(input))
    }),
    { numRuns: 2_000 },
  )
  fc.assert(
    fc.property(update, (input) => {
      fc.pre(Value.Check(receiveFrigate.input, input))
      judge(() => translateFrigate(input))
    }),
    { numRuns: 2_000 },
  )
})

const field = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom('12가3456', '97', 'ANPR'))
const document = fc
  .tuple(field, field, field, fc.string({ unit: 'binary', maxLength: 20 }))
  .map(([plate, level, time, rest]) =>
    alert(`<licensePlate>${plate}</licensePlate><confidenceLevel>${level}</confidenceLevel>${rest}`).replace(
      '2026-01-02T12:00:00+09:00',
      () => (time.length > 6 ? time : '2026-01-02T12:00:00+09:00'),
    ),
  )
const picture = fc
  .record(
    {
      plate: fc.oneof(
        text,
        fc.anything(),
        fc.record({ props: fc.record({ plate: fc.array(fc.record({ value: text, score: number })) }) }),
      ),
      score: number,
      box: fc.anything(),
      candidates: fc.anything(),
    },
    { requiredKeys: [] },
  )
  .chain((each) => fc.constantFrom(withResults(each), withResults(result, each), JSON.stringify(each) ?? ''))

test('any multipart event is valid reads, ignored, or rejected', () => {
  fc.assert(
    fc.property(fc.oneof(document, fc.string({ unit: 'binary' })), (xml) => judge(() => translateHikvision(xml))),
    { numRuns: 2_000 },
  )
  fc.assert(
    fc.property(fc.oneof(picture, fc.json(), fc.string()), (json) => {
      judge(() => {
        const [first, ...others] = translatePlateRecognizer(json)
        for (const read of others) judge(() => read)
        return first
      })
    }),
    { numRuns: 2_000 },
  )
})
