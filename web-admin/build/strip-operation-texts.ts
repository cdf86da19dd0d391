import { type Plugin, parseAst } from 'vite'

/** Documentation fields of an operation in the contract, with their replacements; forms only use its schema. */
const replacements: Readonly<Record<string, string>> = {
  summary: "''",
  description: "''",
  errors: '{}',
  audits: 'null',
}

type Node = { type: string; start: number; end: number }
type Property = Node & { key: Node & { name?: string }; value: Node }
type Place = Node & { text: string }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const isEntry = (node: Node): node is Node & { properties: Property[] } =>
  node.type === 'ObjectExpression' && namesOf(node as Node & { properties: Property[] }).includes('http')
const namesOf = ({ properties }: { properties: Property[] }) => properties.map(({ key }) => key?.name ?? '')

/** Positions of such fields in a module. */
function placesIn(value: unknown): Place[] {
  if (Array.isArray(value)) return value.flatMap(placesIn)
  if (!isNode(value)) return []
  if (!isEntry(value)) return Object.values(value).flatMap(placesIn)
  return value.properties.flatMap(({ key, value: field }) => {
    const text = replacements[key?.name ?? '']
    return text === undefined ? [] : [{ ...field, text }]
  })
}

/** The source of a contract module without the documentation texts. */
export function stripTexts(code: string): string {
  const backwards = placesIn(parseAst(code).body).toSorted((one, other) => other.start - one.start)
  return backwards.reduce((rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end), code)
}

/** Removes the texts of the API reference from the console's build. */
export const stripOperationTexts = (): Plugin => ({
  name: 'without-operation-texts',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/libs\/contract\/src\// },
    handler: (code) => ({ code: stripTexts(code), map: null }),
  },
})
