import { run } from '@kingcar/runtime'
import { readMemberConfig } from './config.ts'
import { startMember } from './service.ts'

export { readMemberConfig, startMember }

if (import.meta.main) void run('member', readMemberConfig, startMember)
