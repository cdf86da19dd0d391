import type { Handlers } from '@kingcar/bus'
import type { Built } from '@kingcar/contract'
import { deleteAppSetting } from './app-setting/delete.ts'
import { putAppSetting } from './app-setting/put.ts'
import { getAppSetting, listAppSettings } from './app-setting/read.ts'
import type { Ctx } from './context.ts'
import { getImage } from './image/get.ts'
import { uploadRecognitionImage } from './image/upload.ts'
import { createStore } from './store/create.ts'
import { deleteStore } from './store/delete.ts'
import { getPublicStore, getStore } from './store/get.ts'
import { listPublicStores, listStores } from './store/list.ts'
import { updateStore } from './store/update.ts'
import { createTerms } from './terms/create.ts'
import { deleteTerms } from './terms/delete.ts'
import { getTerms, listTermsInForce } from './terms/get.ts'
import { listTerms } from './terms/list.ts'
import { updateTerms } from './terms/update.ts'

/** Every operation of this service. */
export const handlers: Handlers<Ctx, Built<'catalog'>> = {
  listAppSettings,
  putAppSetting,
  getAppSetting,
  deleteAppSetting,
  createStore,
  listStores,
  getStore,
  updateStore,
  deleteStore,
  listPublicStores,
  getPublicStore,
  createTerms,
  listTerms,
  getTerms,
  updateTerms,
  deleteTerms,
  listTermsInForce,
  uploadRecognitionImage,
  getImage,
}
