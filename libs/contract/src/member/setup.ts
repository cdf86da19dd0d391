import * as Type from 'typebox'
import { Email, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { AdminName, AdminPassword } from './admins.ts'
import { Tokens } from './tokens.ts'

export const setupOperations = {
  getSetup: {
    http: 'GET /admin/api/setup',
    access: 'public',
    summary: 'Get whether the installation still needs its first administrator',
    description: 'The console opens `/setup` instead of the sign-in page while `needed` is true.',
    input: Strict({}),
    result: Type.Object({
      needed: Type.Boolean({ description: 'Whether no administrator exists', examples: [false] }),
    }),
  },
  setUp: {
    http: 'POST /admin/api/setup',
    audits: '첫 관리자 추가',
    access: 'public',
    summary: 'Create the first administrator, an owner, and sign in',
    description: `Needs the code that \`npm start\` prints, or that is configured as \`SETUP_CODE\`. Of several concurrent calls
      one creates an owner. Returns the tokens of a session, as \`POST /admin/api/login\` does. The change is recorded in the
      audit log as done by the new administrator.`,
    input: Strict({
      code: Type.String({ minLength: 1, maxLength: 256, examples: ['setup-code'] }),
      name: AdminName,
      email: Email,
      password: AdminPassword,
    }),
    result: Tokens,
    errors: {
      SETUP_CODE_INVALID: 'The code is wrong, or none is configured.',
      SETUP_DONE: 'An administrator exists, enabled or disabled.',
      RATE_LIMITED: 'Ten wrong codes came from this network within an hour; a correct one is rejected too.',
      VALIDATION_FAILED:
        '`name` has no letter and no digit, or `password` is easy to guess (rejected in production unless configured otherwise).',
    },
  },
} as const satisfies Record<string, Spec>
