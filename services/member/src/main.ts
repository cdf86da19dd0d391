import { run } from '@kingcar/runtime'
import { readMemberConfig } from './config.ts'
import { startMember } from './service.ts'

await run('member', readMemberConfig, startMember)
