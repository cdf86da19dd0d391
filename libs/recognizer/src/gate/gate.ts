import type { GateListener, ReadMessage } from '../link/message.ts'
import { type ExpectedPlates, type LocalAnswer, normalisePlate } from './expected-plates.ts'

/** A decision of the server, as far as a gate needs it. */
type Decision = {
  visitId: string
  carNumber: string
  open: boolean
  reason: string
  version: number
  expiresAt: string
}

/** The action of the gate, and its reason; `local` means decided without the server. */
export type GateAction = { open: boolean; reason: string; carNumber: string; local: boolean }

/** In ms: without a decision in this time the server counts as unavailable. */
const decisionTimeout = 2_000
/** Largest number of visits whose versions are remembered, and of plates with a decision. */
const maxRemembered = 1_000

/**
 * The gate of a recognizer. It follows the server's decisions: each version of a visit once, and none after its expiry.
 * Without a decision about a read within two seconds it decides by the expected plates.
 */
export class Gate implements GateListener, Disposable {
  readonly #plates: ExpectedPlates
  readonly #act: (action: GateAction) => void
  /** The last version of each visit. */
  readonly #versions = new Map<string, number>()
  /** When the last decision about each plate ends, Unix ms. */
  readonly #decided = new Map<string, number>()
  readonly #timers = new Set<NodeJS.Timeout>()

  constructor(plates: ExpectedPlates, act: (action: GateAction) => void) {
    this.#plates = plates
    this.#act = act
  }

  onDecision(text: string): void {
    const decision = parse(text)
    if (!decision) return
    const { visitId, carNumber, open, reason, version } = decision
    const until = Date.parse(decision.expiresAt)
    if (!(until > Date.now()) || version <= (this.#versions.get(visitId) ?? 0)) return
    remember(this.#versions, visitId, version)
    remember(this.#decided, carNumber, until)
    this.#act({ open, reason, carNumber, local: false })
  }

  onExpectedPlates(text: string): void {
    this.#plates.receive(text)
  }

  /**
   * Waits for the decision about a read that the camera has made now, and decides without the server if none arrives.
   * While the device is connected, only an expected plate opens the gate, because the server may have rejected the
   * read.
   */
  expect({ carNumber: raw, confidence, direction }: ReadMessage, isConnected: () => boolean): void {
    if (direction === 'out') return
    const carNumber = normalisePlate(raw)
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      const until = this.#decided.get(carNumber) ?? 0
      if (until > Date.now()) return
      const answer: LocalAnswer | undefined = this.#plates.decide({ carNumber, confidence })
      if (!answer || (answer.reason === 'unknown' && isConnected())) return
      remember(this.#decided, carNumber, Date.now() + decisionTimeout)
      this.#act({ ...answer, carNumber, local: true })
    }, decisionTimeout)
    this.#timers.add(timer)
  }

  [Symbol.dispose](): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }
}

/** Keeps the latest entries only. */
function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= maxRemembered) return
    map.delete(oldest)
  }
}

function parse(text: string): Decision | undefined {
  try {
    const value = JSON.parse(text) as Partial<Decision>
    const { visitId, carNumber, open, reason, version, expiresAt } = value
    const isComplete =
      [visitId, carNumber, reason, expiresAt].every((each) => typeof each === 'string') &&
      typeof open === 'boolean' &&
      typeof version === 'number'
    return isComplete ? (value as Decision) : undefined
  } catch {
    return undefined
  }
}
