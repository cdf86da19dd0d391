import { termsBody } from '../../bodies.ts'
import { create, joinAdmin, joinNewMember } from '../requests/accounts.ts'
import type { Finding } from '../requests/finding.ts'
import type { Target } from '../target.ts'
import { agreedProbes } from './agreed-interface.ts'
import { channelProbes } from './channel-probes.ts'
import { limitProbes } from './limit-probes.ts'
import { listProbes } from './list-probes.ts'
import { ownershipProbes } from './ownership-probes.ts'
import type { ProbeContext } from './probe.ts'

/** Probes what random requests do not reach: limits, pages to the end, files, keys, and the agreed interface. */
export async function* probe(target: Target, limited: ProbeContext['limited']): AsyncGenerator<Finding> {
  const base = target.http
  const [admin, victimAdmin] = [await joinAdmin(base), await joinAdmin(base)]
  await create(base, admin.accessToken, '/admin/api/terms', { ...termsBody, type: 'TERMS_OF_USE' })
  const [attacker, victim] = [await joinNewMember(base), await joinNewMember(base)]
  const scene: ProbeContext = { target, admin, victimAdmin, attacker, victim, limited }
  for (const { claim, run } of [...agreedProbes, ...ownershipProbes, ...listProbes, ...limitProbes, ...channelProbes])
    try {
      for (const detail of await run(scene)) yield { claim, detail }
    } catch (cause) {
      yield { claim, detail: cause instanceof Error ? cause.message : String(cause) }
    }
}
