import { AppError, contract, ReadMessage } from '@kingcar/contract'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { translateFrigate } from './frigate.ts'
import { translateHikvision } from './hikvision.ts'
import { translateOpenAlpr } from './openalpr.ts'
import { translatePlateRecognizer } from './plate-recognizer.ts'
import { toReadMessage, type VendorRead } from './vendor-read.ts'

const { receiveFrigate, receiveOpenAlpr } = contract.recognition
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
    })
  })

  test.each(['heartbeat', 'alpr_results', 'vehicle', ''])('%j is none', (data_type) => {
    expect(translateOpenAlpr({ deviceId, data_type })).toBeUndefined()
  })

  test.each([
    ['best_plate_number', undefined],
    ['best_plate_number', null],
    ['best_plate_number', ' '],
    ['best_plate_number', '1'.repeat(33)],
    ['best_confidence', null],
    ['best_confidence', -1],
    ['best_confidence', 100.1],
    ['epoch_start', undefined],
    ['epoch_start', -1],
    ['epoch_start', 8.7e15],
  ])('%s %j is rejected', (name, value) => {
    expect(pathsOf(() => translateOpenAlpr({ ...group, [name]: value }))).toEqual([name])
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
    })
  })

  test.each(['description', 'face', 'classification'])('%s is rejected', (type) => {
    expect(translateFrigate({ deviceId, type, score: null })).toBeUndefined()
  })

  test.each([
    ['plate', null],
    ['score', 1.01],
    ['score', undefined],
    ['timestamp', null],
    ['timestamp', 1e300],
  ])('%s %j is rejected', (name, value) => {
    expect(pathsOf(() => translateFrigate({ ...lpr, [name]: value }))).toEqual([name])
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
    }
    const { boundingBox: _box, candidates: _candidates, ...bare } = read
    expect(translatePlateRecognizer(JSON.stringify(stream))).toEqual([read])
    const second = { plate: 'ab12', score: 0.5, box: { xmin: 9, ymin: 9, xmax: 1, ymax: 1 }, candidates: 'x' }
    const both = translatePlateRecognizer(withResults(result, { plate: null, vehicle: {} }, second))
    expect(both).toEqual([read, { ...bare, carNumber: 'ab12', confidence: 0.5 }])
  })

  test('other events and an image without a vehicle are ignored', () => {
    expect(translatePlateRecognizer(withResults())).toEqual([])
    const image = { ...stream, hook: { event: 'image' } }
    expect(translatePlateRecognizer(JSON.stringify(image))).toEqual([])
  })

  test.each([
    ['json', 'x'],
    ['json', '[]'],
    ['json', '{"hook":{},"data":{"results":7}}'],
    ['data.timestamp', JSON.stringify({ ...stream, data: { results: [result] } })],
    ['data.timestamp', JSON.stringify({ ...stream, data: { timestamp: 'now', results: [result] } })],
    ['data.results.0.plate', withResults({ plate: null }, { plate: '' })],
    ['data.results.0.score', withResults({ plate: '12가3456', score: 91 })],
  ])('%s is named for %s', (path, text) => {
    expect(pathsOf(() => translatePlateRecognizer(text))).toEqual([path])
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
    }
    expect(translateHikvision(alert(anpr))).toEqual({ ...read, direction: 'in' })
    expect(translateHikvision(alert(anpr.replace('forward', 'reverse')))).toEqual({ ...read, direction: 'out' })
    expect(translateHikvision(alert(anpr.replace('forward', 'unknown')))).toEqual(read)
    expect(translateHikvision(alert(anpr).replace('+09:00', ''))?.recognizedAt).toBe(read.recognizedAt)
    const again = '<isDataRetransmission>true</isDataRetransmission>'
    expect(id(translateHikvision(alert(anpr, again)))).toBe(id(translateHikvision(alert(anpr))))
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
    ['anpr', alert('<licensePlate><![CDATA[12가3456]]></licensePlate>')],
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
  },
  { requiredKeys: ['deviceId', 'data_type'] },
)
const update = fc.record(
  {
    deviceId: fc.constant(deviceId),
    type: fc.constantFrom('lpr', 'face'),
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
  .record({ plate: text, score: number, box: fc.anything(), candidates: fc.anything() }, { requiredKeys: [] })
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
