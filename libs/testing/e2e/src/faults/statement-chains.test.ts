import { expect, test } from 'vitest'
import type { CollectedSpan } from '../otlp-collector.ts'
import { chainsOf } from './statement-chains.ts'

const span = (spanId: string, parentSpanId: string, name: string, [start, end]: [number, number], sql = false) =>
  ({
    ...{ traceId: 'trace', spanId, parentSpanId, name, kind: 1, status: {}, service: 'orders' },
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(end),
    attributes: sql ? { 'db.system.name': 'postgresql' } : {},
  }) as CollectedSpan

test('statements that are on their way at the same time count once', () => {
  const spans = [
    span('call', '', 'payOrder', [0, 100]),
    span('tx', 'call', 'transaction', [0, 60]),
    span('begin', 'tx', 'begin', [0, 10], true),
    span('select', 'tx', 'select', [1, 12], true),
    span('update', 'tx', 'update', [12, 20], true),
    span('insert', 'tx', 'insert', [13, 21], true),
    span('commit', 'tx', 'commit', [21, 30], true),
    span('after', 'call', 'select', [70, 80], true),
    span('other', '', 'getOrder', [0, 10]),
    span('read', 'other', 'select', [0, 5], true),
  ]
  expect(chainsOf(spans)).toEqual([
    { work: 'orders: payOrder', statements: 4, traces: 1 },
    { work: 'orders: getOrder', statements: 1, traces: 1 },
  ])
})
