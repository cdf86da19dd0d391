import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

/*
 * What `kubectl kustomize` makes of our folders, as far as they use it: resources, merged ConfigMaps, Secrets by their keys,
 * JSON patches, labels and images. Names have no hashes here.
 */

// biome-ignore lint/suspicious/noExplicitAny: any object of Kubernetes; its schema is what is to be checked
export type Manifest = any

type Generator = { name: string; behavior?: 'merge'; type?: string; files?: string[]; literals?: string[] }
type Operation = { op: 'add' | 'replace' | 'remove'; path: string; value?: unknown }
type Kustomization = {
  namespace?: string
  resources?: string[]
  configMapGenerator?: Generator[]
  secretGenerator?: Generator[]
  patches?: { target: { kind: string; name?: string }; patch: string }[]
  labels?: { pairs: Record<string, string> }[]
  images?: { name: string; newTag: string }[]
} & Record<string, unknown>

const known =
  /^(apiVersion|kind|namespace|resources|configMapGenerator|secretGenerator|generatorOptions|patches|labels|images)$/

/** Every object of this folder. @throws Error for what kustomize can and this cannot */
export function render(folder: string): Manifest[] {
  const own: Kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'))
  const strange = Object.keys(own).filter((key) => !known.test(key))
  if (strange.length > 0) throw new Error(`${folder} uses ${strange.join(', ')}`)
  const objects = (own.resources ?? []).flatMap((path) => read(join(folder, path)))
  for (const generator of own.configMapGenerator ?? []) generate(objects, generator, folder)
  for (const { name, type, files = [] } of own.secretGenerator ?? []) {
    const data = Object.fromEntries(
      files.map((file) => {
        const [key = '', path = ''] = file.split('=')
        return [key, readFileSync(join(folder, path)).toString('base64')]
      }),
    )
    objects.push({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, type, data })
  }
  for (const { target, patch } of own.patches ?? []) {
    const targets = objects.filter(({ kind, metadata }) => kind === target.kind && named(target.name, metadata.name))
    if (targets.length === 0) throw new Error(`${folder}: nothing is ${target.kind} ${target.name ?? ''}`)
    for (const object of targets) for (const each of parse(patch) as Operation[]) apply(object, each)
  }
  for (const object of objects) {
    if (own.namespace && object.kind !== 'Namespace') object.metadata.namespace = own.namespace
    for (const { pairs } of own.labels ?? []) object.metadata.labels = { ...object.metadata.labels, ...pairs }
    const { containers = [], initContainers = [] } = templateOf(object)?.spec ?? {}
    for (const { name, newTag } of own.images ?? [])
      for (const container of [...initContainers, ...containers])
        if (container.image.split(':')[0] === name) container.image = `${name}:${newTag}`
  }
  return objects
}

/** That of the pods that an object makes. */
export const templateOf = ({ spec }: Manifest): Manifest | undefined =>
  spec?.template ?? spec?.jobTemplate?.spec.template

const named = (wanted: string | undefined, name: string) => wanted === undefined || wanted === name

function read(path: string): Manifest[] {
  if (!existsSync(path)) throw new Error(`${path} is not there`)
  if (statSync(path).isDirectory()) return render(path)
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    if (document.errors.length > 0) throw document.errors[0]
    return document.toJS()
  })
}

function generate(objects: Manifest[], { name, behavior, files = [], literals = [] }: Generator, folder: string): void {
  const data = Object.fromEntries([
    ...files.map((file) => [basename(file), readFileSync(join(folder, file), 'utf8')]),
    ...literals.map((literal) => [literal.slice(0, literal.indexOf('=')), literal.slice(literal.indexOf('=') + 1)]),
  ])
  const found = objects.find((object) => object.kind === 'ConfigMap' && object.metadata.name === name)
  if ((found !== undefined) !== (behavior === 'merge')) throw new Error(`${folder}: ${name} is there already, or not`)
  if (found) Object.assign(found.data, data)
  else objects.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data })
}

/** RFC 6902, as far as it is used. */
function apply(object: Manifest, { op, path, value }: Operation): void {
  const steps = path.slice(1).split('/')
  const last = steps.pop() as string
  const parent = steps.reduce((at, step) => at?.[step], object)
  if (parent === undefined || (op !== 'add' && !(last in parent))) throw new Error(`${path} is not there`)
  if (op === 'remove') delete parent[last]
  else if (last === '-') parent.push(structuredClone(value))
  else parent[last] = structuredClone(value)
}
