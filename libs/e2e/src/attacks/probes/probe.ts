import type { Account, Member } from '../requests/people.ts'
import type { Target } from '../target.ts'

/** Who is there when something is tried. */
export type Scene = {
  target: Target
  admin: Account
  somebody: Member
  /** Whose limits may be used up. */
  victim: Member
  victimAdmin: Account
  /** Another gateway of the same product, which takes only so many calls a minute. */
  limited: { url: string; perMinute: number }
}

/** One thing that is tried, always the same; `run` gives what is wrong. */
export type Probe = { claim: string; run(scene: Scene): Promise<string[]> }
