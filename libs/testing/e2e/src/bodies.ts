/* Bodies of new objects, for scenarios in which their content does not matter. */

export const storeBody = {
  name: '강남점',
  address: '서울',
  latitude: 37.5,
  longitude: 127,
  phone: '02-1234',
  businessHours: [],
}

/** In force. */
export const termsBody = { title: '약관', content: '글', effectiveAt: '2026-01-01T00:00:00.000Z', required: true }
/** Not yet in force, and optional. */
export const nextTermsBody = {
  ...termsBody,
  type: 'MARKETING',
  effectiveAt: '2999-01-01T00:00:00.000Z',
  required: false,
}

/** The types of terms that every member agrees to. */
export const requiredTermsTypes = ['TERMS_OF_USE', 'PRIVACY_POLICY', 'LOCATION_BASED_SERVICE'] as const

export const cardBody = {
  cardNumber: '4111-1111-1111-1111',
  expiry: '2049-12',
  birth: '900101',
  passwordTwoDigits: '12',
}
