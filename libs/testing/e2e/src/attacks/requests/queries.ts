import fc from 'fast-check'
import { isPaged, type Operation, type Parameter } from '../../openapi-document.ts'
import { hostileTexts } from './hostile-values.ts'
import type { Piece } from './url-fuzz.ts'
import { validOf } from './valid-values.ts'

export type Pair = readonly [name: string, value: Piece]
type Query = { what: string; pairs: readonly Pair[] }

/** Parameters that other software appends to any URL, and that the product ignores. */
export const appended = ['utm_source', 'utm_medium', 'fbclid', 'gclid', '_']

/** The query of an operation, valid or with one error. */
export function queryArbitrary(op: Operation, isWrong: boolean): fc.Arbitrary<Query> {
  const good = goodQuery(op)
  return isWrong ? fc.oneof(wrongQuery(op, good), pageForms(op)) : good.map((pairs) => ({ what: '', pairs }))
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String)

function goodQuery(op: Operation): fc.Arbitrary<Pair[]> {
  const optional = op.inQuery.map((parameter) => goodParameter(op, parameter))
  const extra = fc.oneof(
    { weight: 20, arbitrary: fc.constant<Pair[]>([]) },
    { weight: 1, arbitrary: fc.constantFrom(...appended).map((name): Pair[] => [[name, 'a']]) },
  )
  return fc.tuple(...optional, extra).map((all) => all.flat())
}

function goodParameter(op: Operation, { name, schema, required }: Parameter): fc.Arbitrary<Pair[]> {
  const given = validOf(op, name, schema).map((value) => textsOf(value).map((text): Pair => [name, text]))
  return required ? given : fc.oneof({ weight: 2, arbitrary: fc.constant<Pair[]>([]) }, { weight: 1, arbitrary: given })
}

const names = [
  ...['page', 'size', 'sort', 'pageable', 'pageable.page', 'pageable[size]', 'q', 'id', '__proto__', 'constructor'],
  ...['x[]', 'x[a]', 'cursor', 'limit'],
]
const rawTexts = ['%', '%zz', '%00', '%c3%28', '%ed%a0%80', '+', '%0d%0a', '%26', '=', '%3d', '%u0041', '%ff']

function wrongQuery(op: Operation, good: fc.Arbitrary<Pair[]>): fc.Arbitrary<Query> {
  const own = op.inQuery.map(({ name }) => name)
  const name = fc.constantFrom(...own, ...own, ...own, ...names)
  const value: fc.Arbitrary<Piece> = fc.oneof(
    fc.constantFrom(...hostileTexts.filter((text) => text.length < 5_001)),
    fc.constantFrom(...rawTexts).map((raw) => ({ raw })),
    fc.constantFrom(
      '-1',
      '0',
      '101',
      '1000001',
      '9007199254740993',
      '01',
      '1.0',
      ' 1',
      '1e1',
      'true',
      'TRUE',
      '1',
      'null',
      'createdAt',
      'createdAt,up',
      'password,asc',
      'id,asc;drop',
    ),
  )
  const change = fc.constantFrom('in place of the others', 'beside the others', 'twice', 'as a list', 'as an object')
  return fc.record({ good, name, value, change }).map((given) => {
    const rest = given.good.filter(([each]) => each !== given.name)
    const pair: Pair = [given.name, given.value]
    const pairs: Record<typeof given.change, Pair[]> = {
      'in place of the others': [pair],
      'beside the others': [...rest, pair],
      twice: [...rest, pair, pair],
      'as a list': [...rest, [`${given.name}[]`, given.value]],
      'as an object': [...rest, [`${given.name}[a]`, given.value]],
    }
    return { what: `${given.name} ${given.change}`, pairs: pairs[given.change] }
  })
}

/** The spellings in which generated clients send page parameters (contract §1). All of them are valid. */
function pageForms(op: Operation): fc.Arbitrary<Query> {
  if (!isPaged(op)) return wrongQuery(op, fc.constant([]))
  const required = op.inQuery.filter((parameter) => parameter.required).map((parameter) => goodParameter(op, parameter))
  const forms = fc.constantFrom<Pair[]>(
    ...([
      [['pageable.page', '0']],
      [
        ['pageable[page]', '1'],
        ['pageable[size]', '3'],
      ],
      [['pageable', '{"page":0,"size":2}']],
    ] as Pair[][]),
    ...([
      [['pageable', '']],
      [['pageable', '[object Object]']],
      [['size', '0']],
      [['size', '101']],
      [['size', '100000']],
    ] as Pair[][]),
    ...([
      [['page', '1000000']],
      [
        ['page', '2'],
        ['size', '1'],
      ],
      [
        ['pageable.size', '1'],
        ['page', '1'],
      ],
    ] as Pair[][]),
  )
  return fc.tuple(forms, ...required).map((all) => ({ what: 'a form of pages', pairs: all.flat() }))
}
