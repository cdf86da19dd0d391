import { type Plugin, parseAst } from 'vite'

/** What an operation's entry in the contract says to people: of no use to a form, which reads its schema. */
const empty: Readonly<Record<string, string>> = { summary: "''", description: "''", errors: '{}', audits: 'null' }

type Node = { type: string; start: number; end: number }
type Property = Node & { key: Node & { name?: string }; value: Node }
type Place = Node & { text: string }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const isEntry = (node: Node): node is Node & { properties: Property[] } =>
  node.type === 'ObjectExpression' && namesOf(node as Node & { properties: Property[] }).includes('http')
const namesOf = ({ properties }: { properties: Property[] }) => properties.map(({ key }) => key?.name ?? '')

/** Where such texts stand in a module. */
function placesIn(value: unknown): Place[] {
  if (Array.isArray(value)) return value.flatMap(placesIn)
  if (!isNode(value)) return []
  if (!isEntry(value)) return Object.values(value).flatMap(placesIn)
  return value.properties.flatMap(({ key, value: said }) => {
    const text = empty[key?.name ?? '']
    return text === undefined ? [] : [{ ...said, text }]
  })
}

/** The source of a module of the contract without them. */
export function stripTexts(code: string): string {
  const backwards = placesIn(parseAst(code).body).toSorted((one, other) => other.start - one.start)
  return backwards.reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code)
}

/** Leaves the descriptions of operations, which the reference shows, out of the console's files. */
export const stripOperationTexts = (): Plugin => ({
  name: 'without-operation-texts',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/libs\/contract\/src\// },
    handler: (code) => ({ code: stripTexts(code), map: null }),
  },
})
