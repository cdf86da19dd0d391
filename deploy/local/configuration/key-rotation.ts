import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { makeSecrets, type Secrets } from './secrets.ts'

/*
 * Most keys can have two values for a time and are rotated in three steps: `add` appends a new value, `switch` moves it
 * to the first position, whose value signs and is required by servers, and `drop` removes the old value. `replace` does
 * everything in one step: for a leaked key, and for installations that restart all processes together.
 */
export const steps = ['add', 'switch', 'drop', 'replace'] as const
export type Step = (typeof steps)[number]

/** Combines the current value and a newly made one into the next value. */
type Next = (kept: string, made: string) => string

type Key = {
  /** Processes to restart after each step. */
  readers: readonly string[]
  /** The server that verifies the key. Only it is restarted at `switch`, when its readers already know both values. */
  verifier?: string
  /** The key can never have two values. */
  single?: true
  change: (kept: Secrets, made: Secrets, next: Next) => Secrets
}

const services = ['member', 'catalog', 'orders', 'recognition']
const allProcesses = ['gateway', ...services]

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

/** The keys of `secrets.json` that can be rotated, by their names on the command line. */
export const keys: Readonly<Record<string, Key>> = {
  jwt: { readers: ['gateway', 'member'], change: one('jwtPrivateKey', 'jwtPublicKey') },
  tokenSecret: { readers: ['member'], change: one('tokenSecret') },
  idempotencySecret: { readers: services, change: one('idempotencySecret') },
  nats: { readers: allProcesses, verifier: 'nats-server', change: all('nats') },
  databases: { readers: services, verifier: 'setup', change: all('databases') },
  callout: { readers: ['nats-server', 'gateway', 'recognition'], single: true, change: one('calloutSeed') },
  joinCode: { readers: ['member'], single: true, change: one('joinCode') },
}

/** Two PEM blocks are concatenated; two other values are separated by a comma. */
const split = (value: string) => value.match(/-----BEGIN[\s\S]+?-----END .*\n/g) ?? value.split(',')
const join = (values: readonly string[]) => values.join(values[0]?.startsWith('-----') ? '' : ',')

/**
 * Performs a step for one key. Returns the new secrets and the processes to restart.
 * @throws UserFacingError for an unknown key or step, or a step in the wrong order
 */
export function rotate(secrets: Secrets, name: string, step: string): { secrets: Secrets; restart: readonly string[] } {
  const key = Object.hasOwn(keys, name) ? keys[name] : undefined
  if (!key || !isStep(step))
    throw new UserFacingError(`Name a key (${Object.keys(keys).join(', ')}) and a step (${steps.join(', ')}).`)
  if (key.single && step !== 'replace')
    throw new UserFacingError(`${name} is a key that cannot have two values at the same time: use replace.`)
  const next: Next = (kept, made) => join(after(step, split(kept), made, name))
  const onlyVerifier = key.verifier !== undefined && step === 'switch'
  const verifiers = key.verifier !== undefined && step === 'replace' ? [key.verifier] : []
  const restart = onlyVerifier ? [key.verifier ?? ''] : [...verifiers, ...key.readers]
  return { secrets: key.change(secrets, makeSecrets(), next), restart }
}

const isStep = (step: string): step is Step => steps.some((each) => each === step)

function after(step: Step, [first = '', second]: readonly string[], made: string, name: string): readonly string[] {
  if (step === 'replace') return [made]
  if (step === 'add') {
    if (second === undefined) return [first, made]
    throw new UserFacingError(`${name} already has two values: continue with switch or drop.`)
  }
  if (second === undefined) throw new UserFacingError(`${name} has one value: begin with add.`)
  return step === 'switch' ? [second, first] : [first]
}
