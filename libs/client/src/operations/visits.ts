// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const listVisits: Call<'recognition', 'listVisits'> = {
  service: 'recognition',
  name: 'listVisits',
  http: 'GET /admin/api/visits',
  required: [],
  token: true,
}
export const exportVisits: Call<'recognition', 'exportVisits'> = {
  service: 'recognition',
  name: 'exportVisits',
  http: 'GET /admin/api/visits/export',
  required: [],
  token: true,
  answer: 'file',
}
export const getVisitStatistics: Call<'recognition', 'getVisitStatistics'> = {
  service: 'recognition',
  name: 'getVisitStatistics',
  http: 'GET /admin/api/visits/stats',
  required: ['from', 'to'],
  token: true,
}
export const getVisit: Call<'recognition', 'getVisit'> = {
  service: 'recognition',
  name: 'getVisit',
  http: 'GET /admin/api/visits/{id}',
  required: ['id'],
  token: true,
}
export const correctVisit: Call<'recognition', 'correctVisit'> = {
  service: 'recognition',
  name: 'correctVisit',
  http: 'PATCH /admin/api/visits/{id}',
  required: ['id', 'carNumber', 'reason'],
  token: true,
}
export const noteVisit: Call<'recognition', 'noteVisit'> = {
  service: 'recognition',
  name: 'noteVisit',
  http: 'POST /admin/api/visits',
  required: ['storeId', 'carNumber', 'reason'],
  token: true,
}
