import type { Handlers } from '@kingcar/bus'
import type { Served } from '@kingcar/contract'
import { getAttention } from './attention/get.ts'
import type { Ctx } from './context.ts'
import { deleteDeadLetter } from './dead-letter/delete.ts'
import { listDeadLetters } from './dead-letter/list.ts'
import { reprocessDeadLetter } from './dead-letter/reprocess.ts'
import { getDemo } from './demo/get.ts'
import { removeDemo } from './demo/remove.ts'
import { createDevice } from './device/create.ts'
import { deleteDevice } from './device/delete.ts'
import { getScreenStore } from './device/get-screen-store.ts'
import { listDevices } from './device/list.ts'
import { rotateDeviceSecret } from './device/rotate-secret.ts'
import { testDevice } from './device/send-test-read.ts'
import { updateDevice } from './device/update.ts'
import { createListedPlate } from './gate/create-listed-plate.ts'
import { deleteListedPlate } from './gate/delete-listed-plate.ts'
import { getGate } from './gate/get.ts'
import { listListedPlates } from './gate/list-listed-plates.ts'
import { updateGate } from './gate/update.ts'
import { cancelRehearsal } from './rehearsal/cancel.ts'
import { createRehearsal } from './rehearsal/create.ts'
import { getRehearsal } from './rehearsal/get.ts'
import { acceptRead } from './review/accept.ts'
import { dismissRead } from './review/dismiss.ts'
import { listReadReviews } from './review/list.ts'
import { correctVisit } from './visit/correct.ts'
import { exportVisits } from './visit/export.ts'
import { getVisit } from './visit/get.ts'
import { countVisits, listVisits } from './visit/list.ts'
import { noteVisit } from './visit/note.ts'
import { exportVisitFigures, getVisitFigures, getVisitStatistics } from './visit/statistics.ts'

/** All operations of this service. */
export const handlers: Handlers<Ctx, Served['recognition']> = {
  createDevice,
  listDevices,
  getScreenStore,
  updateDevice,
  rotateDeviceSecret,
  deleteDevice,
  testDevice,
  getGate,
  updateGate,
  createListedPlate,
  listListedPlates,
  deleteListedPlate,
  listDeadLetters,
  reprocessDeadLetter,
  deleteDeadLetter,
  listReadReviews,
  acceptRead,
  dismissRead,
  createRehearsal,
  getRehearsal,
  cancelRehearsal,
  listVisits,
  countVisits,
  exportVisits,
  getVisitStatistics,
  getVisit,
  correctVisit,
  noteVisit,
  getVisitFigures,
  exportVisitFigures,
  getAttention,
  getDemo,
  removeDemo,
}
