import type { Alert, AlertRule } from '@kingcar/contract'
import type { FakeGateway } from '../fake-gateway.ts'
import { idIn, pageOf } from './paging.ts'

const idOf = (n: number) => `019aa000-0009-7000-8000-${String(n).padStart(12, '0')}`

export const alertOf = (n: number, fields: Partial<Alert> = {}): Alert => ({
  ...{ id: idOf(n), kind: 'offlineDevices', storeId: null, storeName: '강남점', count: n, names: ['입구 카메라'] },
  ...{ targetId: null, threshold: 5, channels: ['bell', 'browser'], since: null, closedAt: null },
  openedAt: new Date(Date.parse('2026-11-21T05:32:05.000Z') - n * 60_000).toISOString(),
  notifiedAt: new Date(Date.parse('2026-11-21T05:32:05.000Z') - n * 60_000).toISOString(),
  ...fields,
})

export const ruleOf = (n: number, fields: Partial<AlertRule> = {}): AlertRule => ({
  ...{ id: idOf(100 + n), kind: 'offlineDevices', threshold: 5, storeIds: null, channels: ['bell', 'mail'] },
  ...{
    roles: ['owner', 'manager'],
    adminIds: [],
    quietFrom: '22:00',
    quietTo: '07:00',
    repeatHours: null,
    enabled: true,
  },
  createdAt: '2026-11-01T00:00:00.000Z',
  ...fields,
})

/** Adds the calls of alerts to a fake gateway. */
export function withAlerts({ answers }: FakeGateway, stores: readonly { id: string }[]) {
  const state = {
    alerts: [
      alertOf(1),
      alertOf(2, { kind: 'owedReturns', storeName: null, names: [], closedAt: '2026-11-21T06:00:00.000Z' }),
    ],
    rules: [ruleOf(1), ruleOf(2, { kind: 'refund', threshold: 100_000, quietFrom: null, quietTo: null })],
    unseen: 0,
    /** Bodies of created rules. */
    made: [] as unknown[],
    ownStore: String(stores[0]?.id),
  }
  answers['GET /admin/api/alerts/bell'] = () => ({
    result: { unseen: state.unseen, seenUntil: null, latest: state.alerts.slice(0, 10) },
  })
  answers['POST /admin/api/alerts/seen'] = () => {
    state.unseen = 0
    return { result: null }
  }
  answers['GET /admin/api/alerts'] = (_, __, request) => pageOf(state.alerts, request)
  answers['GET /admin/api/alertRules'] = (_, __, request) => pageOf(state.rules, request)
  answers['GET /admin/api/alertRules/recipients'] = () => ({
    result: {
      roles: [
        { role: 'owner', administrators: 2, withoutPhone: 1 },
        { role: 'manager', administrators: 3, withoutPhone: 3 },
      ],
    },
  })
  answers['POST /admin/api/alertRules'] = (body) => {
    state.made.push(body)
    const made = ruleOf(10 + state.rules.length, body as Partial<AlertRule>)
    state.rules = [...state.rules, made]
    return { result: made }
  }
  answers['PATCH /admin/api/alertRules/{id}'] = (body, _, request) => {
    const id = idIn(request)
    state.rules = state.rules.map((each) => (each.id === id ? { ...each, ...(body as Partial<AlertRule>) } : each))
    return { result: state.rules.find((each) => each.id === id) }
  }
  answers['DELETE /admin/api/alertRules/{id}'] = (_, __, request) => {
    state.rules = state.rules.filter(({ id }) => id !== idIn(request))
    return { result: null }
  }
  return state
}
