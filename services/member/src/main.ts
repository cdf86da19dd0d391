import { run } from '@kingcar/runtime'
import { readMemberConfig } from './config.ts'
import { startMember } from './service.ts'

void run('member', readMemberConfig, startMember)
