/** The fields of a store in a file, in the order of the template's columns. */
export const fields = [
  'name',
  'address',
  'addressDetail',
  'latitude',
  'longitude',
  'phone',
  'businessHours',
  'closedDates',
  'visible',
] as const
export type Field = (typeof fields)[number]

/** One row of a file as text by field; a missing cell is empty. */
export type Cells = Readonly<Record<Field, string>>

export const cellsOf = (cell: (field: Field) => string): Cells => ({
  name: cell('name'),
  address: cell('address'),
  addressDetail: cell('addressDetail'),
  latitude: cell('latitude'),
  longitude: cell('longitude'),
  phone: cell('phone'),
  businessHours: cell('businessHours'),
  closedDates: cell('closedDates'),
  visible: cell('visible'),
})
