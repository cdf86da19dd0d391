// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const listMembers: Call<'member', 'listMembers'> = {
  service: 'member',
  name: 'listMembers',
  http: 'GET /admin/api/members',
  required: [],
  token: true,
}
export const exportMembers: Call<'member', 'exportMembers'> = {
  service: 'member',
  name: 'exportMembers',
  http: 'GET /admin/api/members/export',
  required: [],
  token: true,
  answer: 'file',
}
export const getMember: Call<'member', 'getMember'> = {
  service: 'member',
  name: 'getMember',
  http: 'GET /admin/api/members/{id}',
  required: ['id'],
  token: true,
}
export const endMemberSessions: Call<'member', 'endMemberSessions'> = {
  service: 'member',
  name: 'endMemberSessions',
  http: 'DELETE /admin/api/members/{id}/sessions',
  required: ['id'],
  token: true,
}
