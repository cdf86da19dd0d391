import { contract } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { listeningProcess } from './phone-steps.ts'
import { joinCode, startTestMember } from './start-member.ts'

const warning = /EASY_PASSWORDS is deprecated/g

test.each([
  { WEAK_PASSWORDS: 'allow', warnings: 0 },
  { EASY_PASSWORDS: 'taken', warnings: 1 },
] as const)(
  '%o: a weak password is accepted, and the deprecated name is logged once',
  async ({ warnings, ...setting }) => {
    const process = listeningProcess()
    await using member = await startTestMember({ WEAK_PASSWORDS: undefined, ...setting } as never, process)
    const account = { email: 'root@kingcar.test', name: '김관리', password: 'password1234', joinCode }
    await member.call(contract.member.joinAdmin, account)
    expect(process.output().match(warning) ?? []).toHaveLength(warnings)
  },
)
