// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from './operation.ts'

export const joinAdmin: Call<'member', 'joinAdmin'> = {
  service: 'member',
  name: 'joinAdmin',
  http: 'POST /admin/api/join',
  required: ['email', 'password', 'name', 'joinCode'],
  token: false,
}
export const loginAdmin: Call<'member', 'loginAdmin'> = {
  service: 'member',
  name: 'loginAdmin',
  http: 'POST /admin/api/login',
  required: ['email', 'password'],
  token: false,
}
export const reissueAdmin: Call<'member', 'reissueAdmin'> = {
  service: 'member',
  name: 'reissueAdmin',
  http: 'POST /admin/api/reissue',
  required: ['accessToken', 'refreshToken'],
  token: false,
}
export const logoutAdmin: Call<'member', 'logoutAdmin'> = {
  service: 'member',
  name: 'logoutAdmin',
  http: 'POST /admin/api/logout',
  required: ['accessToken', 'refreshToken'],
  token: true,
}
export const listAdmins: Call<'member', 'listAdmins'> = {
  service: 'member',
  name: 'listAdmins',
  http: 'GET /admin/api/admins',
  required: [],
  token: true,
}
export const updateAdmin: Call<'member', 'updateAdmin'> = {
  service: 'member',
  name: 'updateAdmin',
  http: 'PATCH /admin/api/admins/{id}',
  required: ['id'],
  token: true,
}
export const changeAdminPassword: Call<'member', 'changeAdminPassword'> = {
  service: 'member',
  name: 'changeAdminPassword',
  http: 'POST /admin/api/me/password',
  required: ['currentPassword', 'newPassword'],
  token: true,
}
export const joinMember: Call<'member', 'joinMember'> = {
  service: 'member',
  name: 'joinMember',
  http: 'POST /api/join',
  required: ['provider', 'name', 'gender', 'birthDate', 'verificationToken', 'agreedTermsIds'],
  token: false,
}
export const loginMember: Call<'member', 'loginMember'> = {
  service: 'member',
  name: 'loginMember',
  http: 'POST /api/login',
  required: ['email', 'password'],
  token: false,
}
export const loginSocial: Call<'member', 'loginSocial'> = {
  service: 'member',
  name: 'loginSocial',
  http: 'POST /api/socialLogin',
  required: ['provider', 'socialToken'],
  token: false,
}
export const reissueMember: Call<'member', 'reissueMember'> = {
  service: 'member',
  name: 'reissueMember',
  http: 'POST /api/reissue',
  required: ['accessToken', 'refreshToken'],
  token: false,
}
export const logoutMember: Call<'member', 'logoutMember'> = {
  service: 'member',
  name: 'logoutMember',
  http: 'POST /api/logout',
  required: ['accessToken', 'refreshToken'],
  token: true,
}
export const resetPassword: Call<'member', 'resetPassword'> = {
  service: 'member',
  name: 'resetPassword',
  http: 'POST /api/password/reset',
  required: ['verificationToken', 'newPassword'],
  token: false,
}
export const getMe: Call<'member', 'getMe'> = {
  service: 'member',
  name: 'getMe',
  http: 'GET /api/me',
  required: [],
  token: true,
}
export const updateMe: Call<'member', 'updateMe'> = {
  service: 'member',
  name: 'updateMe',
  http: 'PATCH /api/me',
  required: [],
  token: true,
}
export const deleteMe: Call<'member', 'deleteMe'> = {
  service: 'member',
  name: 'deleteMe',
  http: 'DELETE /api/me',
  required: [],
  token: true,
}
export const agreeToTerms: Call<'member', 'agreeToTerms'> = {
  service: 'member',
  name: 'agreeToTerms',
  http: 'POST /api/me/agreements',
  required: ['agreedTermsIds'],
  token: true,
}
export const withdrawAgreement: Call<'member', 'withdrawAgreement'> = {
  service: 'member',
  name: 'withdrawAgreement',
  http: 'DELETE /api/me/agreements/{termsId}',
  required: ['termsId'],
  token: true,
}
export const sendPhoneVerification: Call<'member', 'sendPhoneVerification'> = {
  service: 'member',
  name: 'sendPhoneVerification',
  http: 'POST /api/phoneVerification',
  required: ['provider', 'phoneNumber'],
  token: false,
}
export const checkPhoneVerification: Call<'member', 'checkPhoneVerification'> = {
  service: 'member',
  name: 'checkPhoneVerification',
  http: 'POST /api/phoneVerification/check',
  required: ['provider', 'phoneNumber', 'code'],
  token: false,
}
export const createCar: Call<'member', 'createCar'> = {
  service: 'member',
  name: 'createCar',
  http: 'POST /api/cars',
  required: ['carNumber', 'carBrandId', 'model'],
  token: true,
}
export const listCars: Call<'member', 'listCars'> = {
  service: 'member',
  name: 'listCars',
  http: 'GET /api/cars',
  required: [],
  token: true,
}
export const getCar: Call<'member', 'getCar'> = {
  service: 'member',
  name: 'getCar',
  http: 'GET /api/cars/{id}',
  required: ['id'],
  token: true,
}
export const updateCar: Call<'member', 'updateCar'> = {
  service: 'member',
  name: 'updateCar',
  http: 'PATCH /api/cars/{id}',
  required: ['id'],
  token: true,
}
export const deleteCar: Call<'member', 'deleteCar'> = {
  service: 'member',
  name: 'deleteCar',
  http: 'DELETE /api/cars/{id}',
  required: ['id'],
  token: true,
}
export const listCarBrands: Call<'member', 'listCarBrands'> = {
  service: 'member',
  name: 'listCarBrands',
  http: 'GET /api/carBrands',
  required: [],
  token: false,
}
export const receiveKakaoUnlink: Call<'member', 'receiveKakaoUnlink'> = {
  service: 'member',
  name: 'receiveKakaoUnlink',
  http: 'POST /api/social/kakao/unlink',
  required: ['app_id', 'user_id'],
  token: false,
}
export const receiveKakaoUnlinkByQuery: Call<'member', 'receiveKakaoUnlinkByQuery'> = {
  service: 'member',
  name: 'receiveKakaoUnlinkByQuery',
  http: 'GET /api/social/kakao/unlink',
  required: ['app_id', 'user_id'],
  token: false,
}
export const receiveAppleNotice: Call<'member', 'receiveAppleNotice'> = {
  service: 'member',
  name: 'receiveAppleNotice',
  http: 'POST /api/social/apple/notice',
  required: ['payload'],
  token: false,
}
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
export const createScreenSession: Call<'member', 'createScreenSession'> = {
  service: 'member',
  name: 'createScreenSession',
  http: 'POST /admin/api/screens/session',
  required: ['storeId', 'name'],
  token: true,
}
export const listScreens: Call<'member', 'listScreens'> = {
  service: 'member',
  name: 'listScreens',
  http: 'GET /admin/api/screens',
  required: [],
  token: true,
}
export const updateScreen: Call<'member', 'updateScreen'> = {
  service: 'member',
  name: 'updateScreen',
  http: 'PATCH /admin/api/screens/{id}',
  required: ['id'],
  token: true,
}
export const deleteScreen: Call<'member', 'deleteScreen'> = {
  service: 'member',
  name: 'deleteScreen',
  http: 'DELETE /admin/api/screens/{id}',
  required: ['id'],
  token: true,
}
export const messageScreen: Call<'member', 'messageScreen'> = {
  service: 'member',
  name: 'messageScreen',
  http: 'POST /admin/api/screens/{id}/message',
  required: ['id'],
  token: true,
}
export const listAuditLogs: Call<'member', 'listAuditLogs'> = {
  service: 'member',
  name: 'listAuditLogs',
  http: 'GET /admin/api/auditLogs',
  required: [],
  token: true,
}
export const exportAuditLogs: Call<'member', 'exportAuditLogs'> = {
  service: 'member',
  name: 'exportAuditLogs',
  http: 'GET /admin/api/auditLogs/export',
  required: [],
  token: true,
  answer: 'file',
}
export const listAppSettings: Call<'catalog', 'listAppSettings'> = {
  service: 'catalog',
  name: 'listAppSettings',
  http: 'GET /admin/api/appSettings',
  required: [],
  token: true,
}
export const putAppSetting: Call<'catalog', 'putAppSetting'> = {
  service: 'catalog',
  name: 'putAppSetting',
  http: 'PUT /admin/api/appSettings',
  required: ['key', 'value'],
  token: true,
}
export const getAppSetting: Call<'catalog', 'getAppSetting'> = {
  service: 'catalog',
  name: 'getAppSetting',
  http: 'GET /admin/api/appSettings/{key}',
  required: ['key'],
  token: true,
}
export const deleteAppSetting: Call<'catalog', 'deleteAppSetting'> = {
  service: 'catalog',
  name: 'deleteAppSetting',
  http: 'DELETE /admin/api/appSettings/{key}',
  required: ['key'],
  token: true,
}
export const createBanner: Call<'catalog', 'createBanner'> = {
  service: 'catalog',
  name: 'createBanner',
  http: 'POST /admin/api/banners',
  required: ['title', 'imageId'],
  token: true,
}
export const listBanners: Call<'catalog', 'listBanners'> = {
  service: 'catalog',
  name: 'listBanners',
  http: 'GET /admin/api/banners',
  required: [],
  token: true,
}
export const updateBanners: Call<'catalog', 'updateBanners'> = {
  service: 'catalog',
  name: 'updateBanners',
  http: 'PATCH /admin/api/banners',
  required: ['banners'],
  token: true,
}
export const getBanner: Call<'catalog', 'getBanner'> = {
  service: 'catalog',
  name: 'getBanner',
  http: 'GET /admin/api/banners/{bannerId}',
  required: ['bannerId'],
  token: true,
}
export const deleteBanner: Call<'catalog', 'deleteBanner'> = {
  service: 'catalog',
  name: 'deleteBanner',
  http: 'DELETE /admin/api/banners/{bannerId}',
  required: ['bannerId'],
  token: true,
}
export const listPublicBanners: Call<'catalog', 'listPublicBanners'> = {
  service: 'catalog',
  name: 'listPublicBanners',
  http: 'GET /api/banners',
  required: [],
  token: false,
}
export const createNotice: Call<'catalog', 'createNotice'> = {
  service: 'catalog',
  name: 'createNotice',
  http: 'POST /admin/api/notices',
  required: ['title', 'content'],
  token: true,
}
export const listNotices: Call<'catalog', 'listNotices'> = {
  service: 'catalog',
  name: 'listNotices',
  http: 'GET /admin/api/notices',
  required: [],
  token: true,
}
export const getNotice: Call<'catalog', 'getNotice'> = {
  service: 'catalog',
  name: 'getNotice',
  http: 'GET /admin/api/notices/{noticeId}',
  required: ['noticeId'],
  token: true,
}
export const updateNotice: Call<'catalog', 'updateNotice'> = {
  service: 'catalog',
  name: 'updateNotice',
  http: 'PATCH /admin/api/notices/{noticeId}',
  required: ['noticeId'],
  token: true,
}
export const deleteNotice: Call<'catalog', 'deleteNotice'> = {
  service: 'catalog',
  name: 'deleteNotice',
  http: 'DELETE /admin/api/notices/{noticeId}',
  required: ['noticeId'],
  token: true,
}
export const listPublishedNotices: Call<'catalog', 'listPublishedNotices'> = {
  service: 'catalog',
  name: 'listPublishedNotices',
  http: 'GET /api/notices',
  required: [],
  token: true,
}
export const getPublishedNotice: Call<'catalog', 'getPublishedNotice'> = {
  service: 'catalog',
  name: 'getPublishedNotice',
  http: 'GET /api/notices/{noticeId}',
  required: ['noticeId'],
  token: true,
}
export const createProduct: Call<'catalog', 'createProduct'> = {
  service: 'catalog',
  name: 'createProduct',
  http: 'POST /admin/api/products',
  required: ['name', 'type', 'price'],
  token: true,
}
export const listProducts: Call<'catalog', 'listProducts'> = {
  service: 'catalog',
  name: 'listProducts',
  http: 'GET /admin/api/products',
  required: [],
  token: true,
}
export const getProduct: Call<'catalog', 'getProduct'> = {
  service: 'catalog',
  name: 'getProduct',
  http: 'GET /admin/api/products/{id}',
  required: ['id'],
  token: true,
}
export const updateProduct: Call<'catalog', 'updateProduct'> = {
  service: 'catalog',
  name: 'updateProduct',
  http: 'PATCH /admin/api/products/{id}',
  required: ['id'],
  token: true,
}
export const deleteProduct: Call<'catalog', 'deleteProduct'> = {
  service: 'catalog',
  name: 'deleteProduct',
  http: 'DELETE /admin/api/products/{id}',
  required: ['id'],
  token: true,
}
export const listPublicProducts: Call<'catalog', 'listPublicProducts'> = {
  service: 'catalog',
  name: 'listPublicProducts',
  http: 'GET /api/products',
  required: [],
  token: false,
}
export const getPublicProduct: Call<'catalog', 'getPublicProduct'> = {
  service: 'catalog',
  name: 'getPublicProduct',
  http: 'GET /api/products/{id}',
  required: ['id'],
  token: false,
}
export const createStore: Call<'catalog', 'createStore'> = {
  service: 'catalog',
  name: 'createStore',
  http: 'POST /admin/api/stores',
  required: ['name', 'address', 'latitude', 'longitude', 'phone', 'businessHours'],
  token: true,
}
export const listStores: Call<'catalog', 'listStores'> = {
  service: 'catalog',
  name: 'listStores',
  http: 'GET /admin/api/stores',
  required: [],
  token: true,
}
export const getStore: Call<'catalog', 'getStore'> = {
  service: 'catalog',
  name: 'getStore',
  http: 'GET /admin/api/stores/{id}',
  required: ['id'],
  token: true,
}
export const updateStore: Call<'catalog', 'updateStore'> = {
  service: 'catalog',
  name: 'updateStore',
  http: 'PATCH /admin/api/stores/{id}',
  required: ['id'],
  token: true,
}
export const deleteStore: Call<'catalog', 'deleteStore'> = {
  service: 'catalog',
  name: 'deleteStore',
  http: 'DELETE /admin/api/stores/{id}',
  required: ['id'],
  token: true,
}
export const listPublicStores: Call<'catalog', 'listPublicStores'> = {
  service: 'catalog',
  name: 'listPublicStores',
  http: 'GET /api/stores',
  required: [],
  token: false,
}
export const getPublicStore: Call<'catalog', 'getPublicStore'> = {
  service: 'catalog',
  name: 'getPublicStore',
  http: 'GET /api/stores/{id}',
  required: ['id'],
  token: false,
}
export const createTerms: Call<'catalog', 'createTerms'> = {
  service: 'catalog',
  name: 'createTerms',
  http: 'POST /admin/api/terms',
  required: ['type', 'title', 'content', 'required', 'effectiveAt'],
  token: true,
}
export const listTerms: Call<'catalog', 'listTerms'> = {
  service: 'catalog',
  name: 'listTerms',
  http: 'GET /admin/api/terms',
  required: [],
  token: true,
}
export const getTerms: Call<'catalog', 'getTerms'> = {
  service: 'catalog',
  name: 'getTerms',
  http: 'GET /admin/api/terms/{termsId}',
  required: ['termsId'],
  token: true,
}
export const updateTerms: Call<'catalog', 'updateTerms'> = {
  service: 'catalog',
  name: 'updateTerms',
  http: 'PATCH /admin/api/terms/{termsId}',
  required: ['termsId'],
  token: true,
}
export const deleteTerms: Call<'catalog', 'deleteTerms'> = {
  service: 'catalog',
  name: 'deleteTerms',
  http: 'DELETE /admin/api/terms/{termsId}',
  required: ['termsId'],
  token: true,
}
export const compareTerms: Call<'catalog', 'compareTerms'> = {
  service: 'catalog',
  name: 'compareTerms',
  http: 'GET /admin/api/terms/{termsId}/compare',
  required: ['termsId', 'with'],
  token: true,
}
export const listTermsInForce: Call<'catalog', 'listTermsInForce'> = {
  service: 'catalog',
  name: 'listTermsInForce',
  http: 'GET /api/terms',
  required: ['termsType'],
  token: false,
}
export const uploadImage: Call<'catalog', 'uploadImage'> = {
  service: 'catalog',
  name: 'uploadImage',
  http: 'POST /api/images',
  required: ['image'],
  token: true,
  body: 'multipart',
}
export const uploadRecognitionImage: Call<'catalog', 'uploadRecognitionImage'> = {
  service: 'catalog',
  name: 'uploadRecognitionImage',
  http: 'POST /api/recognition/images',
  required: ['image'],
  token: false,
  body: 'multipart',
}
export const getImage: Call<'catalog', 'getImage'> = {
  service: 'catalog',
  name: 'getImage',
  http: 'GET /api/images/{imageId}',
  required: ['imageId'],
  token: true,
  answer: 'file',
}
export const createOrder: Call<'orders', 'createOrder'> = {
  service: 'orders',
  name: 'createOrder',
  http: 'POST /api/orders',
  required: ['productId'],
  token: true,
}
export const listMyOrders: Call<'orders', 'listMyOrders'> = {
  service: 'orders',
  name: 'listMyOrders',
  http: 'GET /api/orders',
  required: [],
  token: true,
}
export const getMyOrder: Call<'orders', 'getMyOrder'> = {
  service: 'orders',
  name: 'getMyOrder',
  http: 'GET /api/orders/{orderId}',
  required: ['orderId'],
  token: true,
}
export const payOrder: Call<'orders', 'payOrder'> = {
  service: 'orders',
  name: 'payOrder',
  http: 'PATCH /api/order/{orderId}/payment',
  required: ['orderId'],
  token: true,
}
export const cancelOrder: Call<'orders', 'cancelOrder'> = {
  service: 'orders',
  name: 'cancelOrder',
  http: 'POST /api/orders/{orderId}/cancel',
  required: ['orderId'],
  token: true,
}
export const refundMyOrder: Call<'orders', 'refundMyOrder'> = {
  service: 'orders',
  name: 'refundMyOrder',
  http: 'POST /api/orders/{orderId}/refund',
  required: ['orderId'],
  token: true,
}
export const receivePaymentWebhook: Call<'orders', 'receivePaymentWebhook'> = {
  service: 'orders',
  name: 'receivePaymentWebhook',
  http: 'POST /api/orders/webhook',
  required: ['imp_uid', 'merchant_uid', 'status'],
  token: false,
}
export const listOrders: Call<'orders', 'listOrders'> = {
  service: 'orders',
  name: 'listOrders',
  http: 'GET /admin/api/orders',
  required: [],
  token: true,
}
export const exportOrders: Call<'orders', 'exportOrders'> = {
  service: 'orders',
  name: 'exportOrders',
  http: 'GET /admin/api/orders/export',
  required: [],
  token: true,
  answer: 'file',
}
export const getRevenue: Call<'orders', 'getRevenue'> = {
  service: 'orders',
  name: 'getRevenue',
  http: 'GET /admin/api/orders/revenue',
  required: ['from', 'to'],
  token: true,
}
export const getOrder: Call<'orders', 'getOrder'> = {
  service: 'orders',
  name: 'getOrder',
  http: 'GET /admin/api/orders/{orderId}',
  required: ['orderId'],
  token: true,
}
export const refundOrder: Call<'orders', 'refundOrder'> = {
  service: 'orders',
  name: 'refundOrder',
  http: 'POST /admin/api/orders/{orderId}/refund',
  required: ['orderId', 'reason'],
  token: true,
}
export const createCard: Call<'orders', 'createCard'> = {
  service: 'orders',
  name: 'createCard',
  http: 'POST /api/cards',
  required: [],
  token: true,
}
export const listCards: Call<'orders', 'listCards'> = {
  service: 'orders',
  name: 'listCards',
  http: 'GET /api/cards',
  required: [],
  token: true,
}
export const updateCard: Call<'orders', 'updateCard'> = {
  service: 'orders',
  name: 'updateCard',
  http: 'PATCH /api/cards/{id}',
  required: ['id'],
  token: true,
}
export const deleteCard: Call<'orders', 'deleteCard'> = {
  service: 'orders',
  name: 'deleteCard',
  http: 'DELETE /api/cards/{id}',
  required: ['id'],
  token: true,
}
export const listMyProducts: Call<'orders', 'listMyProducts'> = {
  service: 'orders',
  name: 'listMyProducts',
  http: 'GET /api/me/products',
  required: [],
  token: true,
}
export const stopRenewal: Call<'orders', 'stopRenewal'> = {
  service: 'orders',
  name: 'stopRenewal',
  http: 'POST /api/me/products/{id}/cancel',
  required: ['id'],
  token: true,
}
export const listUserProducts: Call<'orders', 'listUserProducts'> = {
  service: 'orders',
  name: 'listUserProducts',
  http: 'GET /admin/api/userProducts',
  required: [],
  token: true,
}
export const exportUserProducts: Call<'orders', 'exportUserProducts'> = {
  service: 'orders',
  name: 'exportUserProducts',
  http: 'GET /admin/api/userProducts/export',
  required: [],
  token: true,
  answer: 'file',
}
export const grantUserProduct: Call<'orders', 'grantUserProduct'> = {
  service: 'orders',
  name: 'grantUserProduct',
  http: 'POST /admin/api/userProducts',
  required: ['memberId', 'productId', 'reason'],
  token: true,
}
export const cancelUserProduct: Call<'orders', 'cancelUserProduct'> = {
  service: 'orders',
  name: 'cancelUserProduct',
  http: 'POST /admin/api/userProducts/{id}/cancel',
  required: ['id', 'reason'],
  token: true,
}
export const listMyUseLogs: Call<'orders', 'listMyUseLogs'> = {
  service: 'orders',
  name: 'listMyUseLogs',
  http: 'GET /api/me/products/useLogs',
  required: [],
  token: true,
}
export const listUseLogs: Call<'orders', 'listUseLogs'> = {
  service: 'orders',
  name: 'listUseLogs',
  http: 'GET /admin/api/useLogs',
  required: [],
  token: true,
}
export const exportUseLogs: Call<'orders', 'exportUseLogs'> = {
  service: 'orders',
  name: 'exportUseLogs',
  http: 'GET /admin/api/useLogs/export',
  required: [],
  token: true,
  answer: 'file',
}
export const reverseUseLog: Call<'orders', 'reverseUseLog'> = {
  service: 'orders',
  name: 'reverseUseLog',
  http: 'POST /admin/api/useLogs/{id}/reverse',
  required: ['id', 'reason'],
  token: true,
}
export const createDevice: Call<'recognition', 'createDevice'> = {
  service: 'recognition',
  name: 'createDevice',
  http: 'POST /admin/api/devices',
  required: ['storeId', 'name'],
  token: true,
}
export const listDevices: Call<'recognition', 'listDevices'> = {
  service: 'recognition',
  name: 'listDevices',
  http: 'GET /admin/api/devices',
  required: [],
  token: true,
}
export const rotateDeviceSecret: Call<'recognition', 'rotateDeviceSecret'> = {
  service: 'recognition',
  name: 'rotateDeviceSecret',
  http: 'POST /admin/api/devices/{id}/rotate',
  required: ['id'],
  token: true,
}
export const deleteDevice: Call<'recognition', 'deleteDevice'> = {
  service: 'recognition',
  name: 'deleteDevice',
  http: 'DELETE /admin/api/devices/{id}',
  required: ['id'],
  token: true,
}
export const testDevice: Call<'recognition', 'testDevice'> = {
  service: 'recognition',
  name: 'testDevice',
  http: 'POST /admin/api/devices/{id}/test',
  required: ['id'],
  token: true,
}
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
export const listDeadLetters: Call<'recognition', 'listDeadLetters'> = {
  service: 'recognition',
  name: 'listDeadLetters',
  http: 'GET /admin/api/recognition/deadLetters',
  required: [],
  token: true,
}
export const reprocessDeadLetter: Call<'recognition', 'reprocessDeadLetter'> = {
  service: 'recognition',
  name: 'reprocessDeadLetter',
  http: 'POST /admin/api/recognition/deadLetters/{id}/reprocess',
  required: ['id'],
  token: true,
}
export const deleteDeadLetter: Call<'recognition', 'deleteDeadLetter'> = {
  service: 'recognition',
  name: 'deleteDeadLetter',
  http: 'DELETE /admin/api/recognition/deadLetters/{id}',
  required: ['id'],
  token: true,
}
export const receivePlateRecognizer: Call<'recognition', 'receivePlateRecognizer'> = {
  service: 'recognition',
  name: 'receivePlateRecognizer',
  http: 'POST /api/recognition/adapters/plateRecognizer/{deviceId}',
  required: ['deviceId', 'json'],
  token: false,
  body: 'multipart',
}
export const receiveOpenAlpr: Call<'recognition', 'receiveOpenAlpr'> = {
  service: 'recognition',
  name: 'receiveOpenAlpr',
  http: 'POST /api/recognition/adapters/openalpr/{deviceId}',
  required: ['deviceId', 'data_type'],
  token: false,
}
export const receiveFrigate: Call<'recognition', 'receiveFrigate'> = {
  service: 'recognition',
  name: 'receiveFrigate',
  http: 'POST /api/recognition/adapters/frigate/{deviceId}',
  required: ['deviceId', 'type'],
  token: false,
}
export const receiveHikvision: Call<'recognition', 'receiveHikvision'> = {
  service: 'recognition',
  name: 'receiveHikvision',
  http: 'POST /api/recognition/adapters/hikvision/{deviceId}',
  required: ['deviceId', 'anpr'],
  token: false,
  body: 'multipart',
}
export const getHealth: Call<'gateway', 'getHealth'> = {
  service: 'gateway',
  name: 'getHealth',
  http: 'GET /api/health',
  required: [],
  token: false,
}
