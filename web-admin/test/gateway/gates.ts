import type { Gate, ListedPlate } from '@kingcar/contract'
import type { FakeGateway } from '../fake-gateway.ts'
import { idIn, pageOf } from './paging.ts'

const idOf = (n: number) => `019aa000-0031-7000-8000-${String(n).padStart(12, '0')}`

/** Calls of lists of plates and of gates. */
export function withGates(gateway: FakeGateway, stores: readonly { id: string }[]) {
  const entry = (n: number, fields: Partial<ListedPlate>): ListedPlate => ({
    ...{ id: idOf(n), carNumber: `12가345${n}`, kind: 'vip', storeId: null, reason: '대표님 차량이에요.' },
    ...{ expiresAt: null, createdAt: '2026-11-01T00:00:00.000Z' },
    ...fields,
  })
  const state = {
    listed: [
      entry(1, {}),
      entry(2, { kind: 'blocked', storeId: String(stores[0]?.id), reason: '두 번 결제하지 않고 나갔어요.' }),
      entry(3, { kind: 'staff', storeId: String(stores[1]?.id), expiresAt: '2999-12-31T15:00:00.000Z' }),
    ],
    gates: {} as Record<string, Gate>,
  }
  const { answers } = gateway
  const gateOf = (storeId: string): Gate =>
    state.gates[storeId] ?? { storeId, mode: 'automatic', whenUnavailable: 'closed' }
  answers['GET /admin/api/listedPlates'] = (_, __, request) => pageOf(state.listed, request)
  answers['POST /admin/api/listedPlates'] = (body) => {
    state.listed = [entry(9, body as Partial<ListedPlate>), ...state.listed]
    return { status: 201, result: state.listed[0] }
  }
  answers['DELETE /admin/api/listedPlates/{id}'] = (_, __, request) => {
    state.listed = state.listed.filter(({ id }) => id !== idIn(request))
    return { result: null }
  }
  answers['GET /admin/api/stores/{id}/gate'] = (_, __, request) => ({ result: gateOf(idIn(request)) })
  answers['PATCH /admin/api/stores/{id}/gate'] = (body, _, request) => {
    const id = idIn(request)
    state.gates[id] = { ...gateOf(id), ...(body as Partial<Gate>) }
    return { result: state.gates[id] }
  }
  return state
}
