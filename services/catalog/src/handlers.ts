import type { Handlers } from '@kingcar/bus'
import type { Served } from '@kingcar/contract'
import { searchAddresses } from './address/search.ts'
import { deleteAppSetting } from './app-setting/delete.ts'
import { getAppSetting } from './app-setting/get.ts'
import { listAppSettings } from './app-setting/list.ts'
import { putAppSetting } from './app-setting/put.ts'
import { getAttention } from './attention/get.ts'
import { createBanner } from './banner/create.ts'
import { deleteBanner } from './banner/delete.ts'
import { getBanner } from './banner/get.ts'
import { listBanners, listPublicBanners } from './banner/list.ts'
import { updateBanners } from './banner/update.ts'
import type { Ctx } from './context.ts'
import { getDemo } from './demo/get.ts'
import { removeDemo } from './demo/remove.ts'
import { getImage } from './image/get.ts'
import { getPlateImage } from './image/get-plate.ts'
import { uploadImage, uploadRecognitionImage } from './image/upload.ts'
import { createNotice } from './notice/create.ts'
import { deleteNotice } from './notice/delete.ts'
import { getNotice, getPublishedNotice } from './notice/get.ts'
import { listNotices, listPublishedNotices } from './notice/list.ts'
import { updateNotice } from './notice/update.ts'
import { arrangeProducts } from './product/arrange.ts'
import { createProduct } from './product/create.ts'
import { deleteProduct } from './product/delete.ts'
import { getProduct, getPublicProduct } from './product/get.ts'
import { listProducts, listPublicProducts } from './product/list.ts'
import { updateProduct } from './product/update.ts'
import { createStore } from './store/create.ts'
import { deleteStore } from './store/delete.ts'
import { getPublicStore, getStore } from './store/get.ts'
import { listPublicStores, listStores } from './store/list.ts'
import { updateStore } from './store/update.ts'
import { compareTerms } from './terms/compare.ts'
import { createTerms } from './terms/create.ts'
import { deleteTerms } from './terms/delete.ts'
import { getTerms, listTermsInForce } from './terms/get.ts'
import { listTerms } from './terms/list.ts'
import { updateTerms } from './terms/update.ts'

/** All operations of this service. */
export const handlers: Handlers<Ctx, Served['catalog']> = {
  listAppSettings,
  putAppSetting,
  getAppSetting,
  deleteAppSetting,
  createBanner,
  listBanners,
  updateBanners,
  getBanner,
  deleteBanner,
  listPublicBanners,
  createProduct,
  listProducts,
  arrangeProducts,
  getProduct,
  updateProduct,
  deleteProduct,
  listPublicProducts,
  getPublicProduct,
  createNotice,
  listNotices,
  getNotice,
  updateNotice,
  deleteNotice,
  listPublishedNotices,
  getPublishedNotice,
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
  compareTerms,
  listTermsInForce,
  uploadImage,
  uploadRecognitionImage,
  getImage,
  getPlateImage,
  getAttention,
  getDemo,
  removeDemo,
  searchAddresses,
}
