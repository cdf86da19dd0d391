import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { makeSecrets, type Secrets } from './secrets.ts'

/*
 * Most keys may be two for a time, and are changed in three steps: `add` puts a new one behind the old one, `switch` makes the
 * new one the first, which is what makes whatever is new and what servers ask for, and `drop` takes the old one away.
 * `replace` puts a new one in its place at once: where one has leaked, and where all processes are started together.
 */
export const steps = ['add', 'switch', 'drop', 'replace'] as const
export type Step = (typeof steps)[number]

/** Makes of a value, and a new one, the next value. */
type Next = (kept: string, made: string) => string

type Key = {
  /** Who is started again after each step. */
  readers: readonly string[]
  /** Who asks for it, and is told the new one with `switch`; its readers know both then, and are left alone. */
  asker?: string
  /** Two of it are never good together. */
  alone?: true
  change: (kept: Secrets, made: Secrets, next: Next) => Secrets
}

const services = ['member', 'catalog', 'orders', 'recognition']
const everybody = ['gateway', ...services]

const one =
  (...names: ('jwtPrivateKey' | 'jwtPublicKey' | 'tokenSecret' | 'idempotencySecret' | 'calloutSeed' | 'joinCode')[]) =>
  (kept: Secrets, made: Secrets, next: Next): Secrets => ({
    ...kept,
    ...Object.fromEntries(names.map((name) => [name, next(kept[name], made[name])])),
  })

const all =
  (group: 'nats' | 'databases') =>
  (kept: Secrets, made: Secrets, next: Next): Secrets => {
    const news: Record<string, string> = made[group]
    const values = Object.entries(kept[group]).map(([name, value]) => [name, next(value, news[name] ?? '')])
    return { ...kept, [group]: Object.fromEntries(values) }
  }

/** What `secrets.json` holds and may be changed, by the name that a person gives. */
export const keys: Readonly<Record<string, Key>> = {
  jwt: { readers: ['gateway', 'member'], change: one('jwtPrivateKey', 'jwtPublicKey') },
  tokenSecret: { readers: ['member'], change: one('tokenSecret') },
  idempotencySecret: { readers: services, change: one('idempotencySecret') },
  nats: { readers: everybody, asker: 'nats-server', change: all('nats') },
  databases: { readers: services, asker: 'setup', change: all('databases') },
  callout: { readers: ['nats-server', 'gateway', 'recognition'], alone: true, change: one('calloutSeed') },
  joinCode: { readers: ['member'], alone: true, change: one('joinCode') },
}

/** A PEM block ends its line itself; of everything else two stand with a comma between. */
const split = (value: string) => value.match(/-----BEGIN[\s\S]+?-----END .*\n/g) ?? value.split(',')
const join = (values: readonly string[]) => values.join(values[0]?.startsWith('-----') ? '' : ',')

/**
 * Secrets after a step with one of the keys, and who is to be started again.
 * @throws UserFacingError for a key or step that there is not, or that does not follow what was done before
 */
export function rotate(secrets: Secrets, name: string, step: string): { secrets: Secrets; restart: readonly string[] } {
  const key = Object.hasOwn(keys, name) ? keys[name] : undefined
  if (!key || !isStep(step))
    throw new UserFacingError(`Name a key (${Object.keys(keys).join(', ')}) and a step (${steps.join(', ')}).`)
  if (key.alone && step !== 'replace') throw new UserFacingError(`Two of ${name} are never good together: replace it.`)
  const next: Next = (kept, made) => join(after(step, split(kept), made, name))
  const atAskers = key.asker !== undefined && step === 'switch'
  const askers = key.asker !== undefined && step === 'replace' ? [key.asker] : []
  const restart = atAskers ? [key.asker ?? ''] : [...askers, ...key.readers]
  return { secrets: key.change(secrets, makeSecrets(), next), restart }
}

const isStep = (step: string): step is Step => steps.some((each) => each === step)

function after(step: Step, [first = '', second]: readonly string[], made: string, name: string): readonly string[] {
  if (step === 'replace') return [made]
  if (step === 'add') {
    if (second === undefined) return [first, made]
    throw new UserFacingError(`${name} is being changed already: go on with switch or drop.`)
  }
  if (second === undefined) throw new UserFacingError(`There is one ${name}: begin with add.`)
  return step === 'switch' ? [second, first] : [first]
}
