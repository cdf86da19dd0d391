import fc from 'fast-check'
import type { Command, Kind, Model, SequenceContext, StoredObject, Who, Work as WorkOf } from './model.ts'
import { adminKinds, call, commandOf, expectSame, expectStatus, memberKinds, objectsOf, pick } from './model.ts'
import { isKept, kept, resources } from './resources.ts'

type Fields = Record<string, unknown>
type Step = { kind: Kind; who: Who; nth: number; fields: Fields; extra: number }
type Work = WorkOf<Step>

const isMembers = (kind: Kind) => memberKinds.some((each) => each === kind)
const ownerOf = ({ kind, who }: Step): Who | 'admin' => (isMembers(kind) ? who : 'admin')
const tokenOf = (real: SequenceContext, owner: Who | 'admin') =>
  (owner === 'admin' ? real.admin : real.members[owner]).accessToken
const mine = (model: Model, step: Step) => objectsOf(model, step.kind, ownerOf(step))
const addressOf = (kind: Kind, id: string) => `${resources[kind].path}/${encodeURIComponent(id)}`
const nobodys = '0199a0c5-3c80-7000-8000-00000000dead'

const asking = (real: SequenceContext, step: Step, body?: unknown, headers: Record<string, string> = {}) => ({
  token: tokenOf(real, ownerOf(step)),
  headers,
  body,
})
const createMethod = (kind: Kind) => (kind === 'setting' ? 'PUT' : 'POST')

/** The limit per member. */
const mostCars = 10

const create: Work = async (model, real, step) => {
  const { kind, nth, fields } = step
  const things = mine(model, step)
  const body = { ...resources[kind].base(real, nth), ...fields }
  const reply = await call(real, createMethod(kind), resources[kind].path, asking(real, step, body))
  if (reply.status === 400) return // a text that is empty after normalising
  if (kind === 'car' && things.size === mostCars) return expectStatus(reply, 409, 'an eleventh car')
  expectStatus(reply, kind === 'setting' ? 200 : 201, `creating a ${kind}`)
  const result = asThing(kind, reply.result)
  assertKept(body, result, kind)
  things.set(result.id, result)
  await assertListed(model, real, step)
}

/** A setting's key is its id. */
const asThing = (kind: Kind, result: unknown): StoredObject =>
  kind === 'setting' ? { ...(result as Fields), id: String((result as Fields).key) } : (result as StoredObject)

function assertKept(sent: Fields, answered: Fields, kind: Kind): void {
  for (const [name, value] of Object.entries(sent)) {
    if (name === 'main' || !(name in answered)) continue
    if (!isKept(value, answered[name]))
      throw new Error(`${name} of a ${kind} was ${JSON.stringify(value)} and is ${JSON.stringify(answered[name])}`)
  }
}

const read: Work = async (model, real, step) => {
  if (step.kind === 'card') return assertListed(model, real, step)
  const thing = pick([...mine(model, step).values()], step.nth)
  const id = thing?.id ?? pick(model.gone.get(step.kind) ?? [], step.nth) ?? nobodys
  const address = addressOf(step.kind, step.kind === 'setting' && !thing ? 'no.such' : id)
  const reply = await call(real, 'GET', address, asking(real, step))
  if (!thing) return expectStatus(reply, 404, `a deleted ${step.kind}`)
  expectStatus(reply, 200, `reading a ${step.kind}`)
  expectSame(kept(asThing(step.kind, reply.result)), kept(thing), `a ${step.kind}`)
  await assertShown(real, step.kind, thing)
}

/** The public API shows published objects, and no others. */
async function assertShown(real: SequenceContext, kind: Kind, thing: StoredObject): Promise<void> {
  const { shown } = resources[kind]
  if (!shown) return
  const token = real.members[0].accessToken
  const reply = await call(real, 'GET', `${shown.path}/${thing.id}`, kind === 'notice' ? { token } : {})
  expectStatus(reply, shown.when(thing) ? 200 : 404, `the public view of a ${kind}`)
}

const update: Work = async (model, real, step) => {
  const { kind, nth } = step
  const fields = kind === 'setting' ? { value: 1, ...step.fields } : step.fields
  const things = mine(model, step)
  const thing = pick([...things.values()], nth)
  if (!thing) return create(model, real, step)
  const reply = await change(real, step, thing.id, fields)
  if (reply.status === 400) return read(model, real, step)
  expectStatus(reply, 200, `changing a ${kind}`)
  const answered =
    kind === 'banner'
      ? ((reply.result as StoredObject[]).find(({ id }) => id === thing.id) ?? thing)
      : asThing(kind, reply.result)
  assertKept(fields, answered, kind)
  const untouched = Object.fromEntries(Object.entries(thing).filter(([name]) => !(name in fields)))
  expectSame(kept({ ...answered, ...untouched }), kept(answered), `unchanged fields of a ${kind}`)
  things.set(thing.id, answered)
  await read(model, real, step)
}

function change(real: SequenceContext, step: Step, id: string, fields: Fields, headers?: Record<string, string>) {
  const { kind } = step
  if (kind === 'banner')
    return call(real, 'PATCH', resources.banner.path, asking(real, step, { banners: [{ id, ...fields }] }, headers))
  if (kind === 'setting')
    return call(real, 'PUT', resources.setting.path, asking(real, step, { value: 1, ...fields, key: id }, headers))
  return call(real, 'PATCH', addressOf(kind, id), asking(real, step, fields, headers))
}

const remove: Work = async (model, real, step) => {
  const things = mine(model, step)
  const thing = pick([...things.values()], step.nth)
  const id = thing?.id ?? (step.kind === 'setting' ? 'no.such' : nobodys)
  const reply = await call(real, 'DELETE', addressOf(step.kind, id), asking(real, step))
  expectStatus(reply, thing ? 200 : 404, `deleting a ${step.kind}`)
  if (!thing) return
  things.delete(id)
  model.gone.set(step.kind, [...(model.gone.get(step.kind) ?? []), id])
  const again = await call(real, 'DELETE', addressOf(step.kind, id), asking(real, step))
  expectStatus(again, 404, `deleting a ${step.kind} again`)
  await assertListed(model, real, step)
}

/** Another member's object behaves like a missing one, and stays unchanged. */
const touchAnothers: Work = async (model, real, step) => {
  const { kind, who, nth, fields } = step
  if (!isMembers(kind)) return touchAdmins(model, real, step)
  const other: Who = who === 0 ? 1 : 0
  const thing = pick([...objectsOf(model, kind, other).values()], nth)
  if (!thing) return create(model, real, { ...step, who: other })
  const missing = await change(real, step, nobodys, fields)
  const replies = [
    await change(real, step, thing.id, fields),
    await call(real, 'DELETE', addressOf(kind, thing.id), asking(real, step)),
  ]
  if (kind === 'car') replies.push(await call(real, 'GET', addressOf(kind, thing.id), asking(real, step)))
  expectSame([replies[0]?.status, replies[0]?.code], [missing.status, missing.code], `changing another's ${kind}`)
  for (const reply of replies.slice(1)) expectStatus(reply, 404, `another's ${kind}`)
  await read(model, real, { ...step, who: other })
}

/** A member cannot change an administrator's object. */
const touchAdmins: Work = async (model, real, step) => {
  const thing = pick([...mine(model, step).values()], step.nth)
  if (!thing) return create(model, real, step)
  const token = real.members[step.who].accessToken
  const { path } = resources[step.kind]
  for (const [method, address, body] of [
    ['DELETE', addressOf(step.kind, thing.id), undefined],
    ['GET', addressOf(step.kind, thing.id), undefined],
    ...(step.kind === 'setting' ? [] : [['POST', path, {}] as const]),
  ] as const) {
    expectStatus(await call(real, method, address, { token, body }), 403, `a member's ${method} ${address}`)
    expectStatus(await call(real, method, address, { body }), 401, `an anonymous ${method} ${address}`)
  }
  await read(model, real, step)
}

/** A write with the name of any column that is not writable is rejected. */
const assign: Work = async (model, real, step) => {
  const { kind, nth, extra, fields } = step
  const names = (real.columns.get(kind) ?? []).filter((name) => !resources[kind].writable.includes(name))
  const name = pick(names, extra)
  const thing = pick([...mine(model, step).values()], nth)
  if (name === undefined) return
  const values = [1, true, 'x', '2020-01-01T00:00:00.000Z', real.members[1].id, null, {}, []]
  const more = { [name]: pick(values, nth) }
  const body = { ...resources[kind].base(real, nth), ...more }
  const made = await call(real, createMethod(kind), resources[kind].path, asking(real, step, body))
  expectStatus(made, 400, `a new ${kind} with ${name}`)
  if (!thing) return create(model, real, step)
  const isNamed = kind === 'banner' && name === 'id' // it selects the banner
  if (kind !== 'setting' && !isNamed)
    expectStatus(await change(real, step, thing.id, { ...fields, ...more }), 400, `changing ${name} of a ${kind}`)
  await read(model, real, step)
}

/** A write based on an older version changes nothing. */
const changeOld: Work = async (model, real, step) => {
  const { kind, nth, fields } = step
  const thing = pick([...mine(model, step).values()], nth)
  if (!thing) return create(model, real, step)
  if (kind === 'card' || kind === 'setting' || kind === 'banner') return
  const address = addressOf(kind, thing.id)
  const { headers } = await call(real, 'GET', address, asking(real, step))
  const tag = headers.get('etag') ?? ''
  const unchanged = await call(real, 'GET', address, asking(real, step, undefined, { 'if-none-match': tag }))
  expectStatus(unchanged, 304, `an unchanged ${kind}`)
  const name = kind === 'car' ? 'model' : kind === 'notice' || kind === 'terms' ? 'title' : 'name'
  const outdated = await change(real, step, thing.id, { [name]: '낡은 것' }, { 'if-match': '"0"' })
  expectStatus(outdated, 412, `changing an outdated ${kind}`)
  await read(model, real, step)
  const reply = await change(real, step, thing.id, fields, { 'if-match': tag })
  expectStatus(reply, [200, 400], `changing the current ${kind}`)
  if (reply.status === 200) mine(model, step).set(thing.id, asThing(kind, reply.result))
}

const inOrder = (ids: readonly string[]) => ids.toSorted((a, b) => (a < b ? -1 : 1))

/** A member's list has all of the member's own objects and no others; one of them is the main one. */
async function assertListed(model: Model, real: SequenceContext, step: Step): Promise<void> {
  if (!isMembers(step.kind)) return
  const { result } = await call(real, 'GET', resources[step.kind].path, asking(real, step))
  const listed = result as StoredObject[]
  const ids = listed.map(({ id }) => id)
  expectSame(inOrder(ids), inOrder([...mine(model, step).keys()]), `the ${step.kind}s of a member`)
  const main = listed.filter((thing) => thing.main === true).length
  if (listed.length > 0 && main !== 1) throw new Error(`${main} ${step.kind}s are main`)
  for (const thing of listed)
    expectSame(kept(thing), kept(mine(model, step).get(thing.id) ?? {}), `a ${step.kind} in the list`)
}

const works: Readonly<Record<string, Work>> = { create, read, update, remove, touchAnothers, assign, changeOld }

/** Calls on everything that is created, read, updated and deleted. */
export const resourceCommands: fc.Arbitrary<Command>[] = [...memberKinds, ...adminKinds].flatMap((kind) => {
  const steps: fc.Arbitrary<Step> = fc.record({
    kind: fc.constant(kind),
    who: fc.constantFrom<Who>(0, 1),
    nth: fc.nat({ max: 20 }),
    fields: fc.record({ ...resources[kind].fields }, { requiredKeys: [], noNullPrototype: true }),
    extra: fc.nat({ max: 60 }),
  })
  return Object.entries(works).map(([name, work]) => commandOf(name, work, steps))
})
