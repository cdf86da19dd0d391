import * as Type from 'typebox'
import { knownSettings } from '../catalog/app-settings.ts'
import { From, Id, Instant, Nothing, Nullable, Strict, To, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { rehearsalFailures, rehearsalStates } from './values.ts'

/** The largest number of days of a rehearsed period. */
export const longestRehearsalDays = 31
/** The largest number of examples of each kind of change. */
export const maxRehearsalExamples = 20

const minConfidence = knownSettings['recognition.minimumConfidence'].schema
const revisitSeconds = knownSettings['recognition.revisitSeconds'].schema
const lookalikeSeconds = knownSettings['recognition.lookalikeSeconds'].schema

/** The settings that decide which visits follow from reads. */
export const RehearsedSettings = Type.Object({ minConfidence, revisitSeconds, lookalikeSeconds })
export type RehearsedSettings = Typed<typeof RehearsedSettings>

/** A visit that follows from the reads with the current settings or with the rehearsed ones. */
export const RehearsedVisit = Type.Object({
  visitId: Nullable(
    Type.String({ format: 'uuid', description: 'The stored visit of this plate at this time, if any' }),
  ),
  recognizedAt: Instant,
  latestReadAt: Instant,
  reads: Type.Integer({ minimum: 1 }),
  confidence: Type.Number({ description: 'Confidence of its best read', examples: [0.74] }),
  doubtful: Type.Boolean(),
  imageId: Nullable(Id),
})
export type RehearsedVisit = Typed<typeof RehearsedVisit>

/** What changes for one car: its visits with the current settings and with the rehearsed ones. */
export const RehearsalExample = Type.Object({
  storeId: Id,
  storeName: Type.String(),
  carNumber: Type.String(),
  current: Type.Array(RehearsedVisit),
  rehearsed: Type.Array(RehearsedVisit),
})
export type RehearsalExample = Typed<typeof RehearsalExample>

const Changes = (description: string) =>
  Type.Object(
    {
      count: Type.Integer({ minimum: 0, examples: [3] }),
      examples: Type.Array(RehearsalExample, {
        description: `At most ${maxRehearsalExamples} examples, the newest first, with at most ten visits on each side`,
      }),
    },
    { description },
  )

export const RehearsalResult = Type.Object({
  visits: Type.Object({
    current: Type.Integer({ minimum: 0, description: 'With the current settings', examples: [1_204] }),
    rehearsed: Type.Integer({ minimum: 0, description: 'With the rehearsed settings', examples: [1_207] }),
  }),
  appearing: Changes('Rehearsed visits without a current visit of the plate at the same time'),
  disappearing: Changes('Current visits without a rehearsed visit of the plate at the same time'),
  joining: Changes('Rehearsed visits that replace several current ones'),
  splitting: Changes('Current visits that become several rehearsed ones'),
  becomingDoubtful: Changes(
    'Visits in both results that become doubtful: screens do not greet, and no product is used',
  ),
  becomingCertain: Changes('Visits in both results that stop being doubtful'),
})
export type RehearsalResult = Typed<typeof RehearsalResult>

/** The visits of a past period, computed again with other settings. */
export const Rehearsal = Type.Object({
  id: Id,
  from: Instant,
  to: Instant,
  storeId: Nullable(Id),
  settings: RehearsedSettings,
  current: RehearsedSettings,
  state: Type.Enum([...rehearsalStates], { examples: ['done'] }),
  failure: Nullable(
    Type.Enum([...rehearsalFailures], {
      description: `Why it failed; null otherwise. \`tooLong\`: it did not end within five minutes; \`tooManyReads\`: a
        store has too many reads on a day; \`interrupted\`: its process ended; \`internal\`: an error that is in the
        log`,
    }),
  ),
  progress: Type.Object({
    reads: Type.Integer({
      minimum: 0,
      description: 'Number of reads that have been computed so far',
      examples: [240_000],
    }),
    readsTotal: Nullable(
      Type.Integer({
        minimum: 0,
        description:
          'Number of reads of the period and of up to two days before and after it; null until they are counted',
        examples: [240_000],
      }),
    ),
  }),
  startedAt: Instant,
  finishedAt: Nullable(Instant),
  result: Nullable(RehearsalResult),
})
export type Rehearsal = Typed<typeof Rehearsal>

const NOT_FOUND = 'No rehearsal has this id; finished ones are deleted after 24 hours.'

export const rehearsalOperations = {
  createRehearsal: {
    http: 'POST /admin/api/recognition/rehearsals',
    audits: '인식 설정 미리 적용',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'headOffice',
    summary: 'Compute the visits of a past period with other settings',
    description: `Starts a computation that changes no visit and no setting; \`getRehearsal\` returns its progress and
      result. At least one setting is required; the others have their current values, and a recognizer's own minimum
      confidence and revisit time apply as for arriving reads. Current and rehearsed visits are both computed from the
      stored reads, so that visits stored with earlier settings are no difference. The request is recorded in the audit
      log.`,
    input: Strict({
      from: From,
      to: To,
      storeId: Type.Optional(Id),
      minConfidence: Type.Optional(minConfidence),
      revisitSeconds: Type.Optional(revisitSeconds),
      lookalikeSeconds: Type.Optional(lookalikeSeconds),
    }),
    result: Rehearsal,
    status: 201,
    idempotent: true,
    errors: {
      VALIDATION_FAILED: `No setting is given, or the period is empty or longer than ${longestRehearsalDays} days.`,
      STORE_NOT_FOUND: '`storeId` belongs to no store.',
      REHEARSAL_RUNNING: 'Only one rehearsal runs at a time: wait for its end, at most five minutes, or cancel it.',
    },
  },
  getRehearsal: {
    http: 'GET /admin/api/recognition/rehearsals/{id}',
    resource: 'rehearsal',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'headOffice',
    summary: 'Get the progress and the result of a rehearsal',
    description: `A visit counts if it begins in the period; visits are compared plate by plate. A current and a
      rehearsed visit are the same if their times overlap. \`visitId\` names the stored visit, and \`imageId\` the
      picture of the best read. Finished rehearsals are deleted after 24 hours.`,
    input: Strict({ id: Id }),
    result: Rehearsal,
    errors: { REHEARSAL_NOT_FOUND: NOT_FOUND },
  },
  cancelRehearsal: {
    http: 'DELETE /admin/api/recognition/rehearsals/{id}',
    resource: 'rehearsal',
    audits: '인식 설정 미리 적용 취소',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'headOffice',
    summary: 'Cancel a rehearsal',
    description: `The computation ends within a few seconds, and another one can start immediately. If it is not running
      anymore, the request is a no-op. The change is recorded in the audit log.`,
    input: Strict({ id: Id }),
    result: Nothing,
    errors: { REHEARSAL_NOT_FOUND: NOT_FOUND },
  },
} as const satisfies Record<string, Spec>
