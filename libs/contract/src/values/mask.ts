import { csvPhone } from './csv.ts'

/**
 * Masked names and plates for screens in public places. The owner can still recognise them.
 */

/** `홍길동` → `홍*동`, `홍길` → `홍*`, `남궁민수` → `남**수`, a single character → `*`. */
export function maskName(name: string): string {
  const letters = Array.from(name.normalize('NFC'))
  const last = letters.at(-1)
  if (letters.length < 2 || last === undefined) return '*'
  if (letters.length === 2) return `${letters[0]}*`
  return `${letters[0]}${'*'.repeat(letters.length - 2)}${last}`
}

/**
 * Keeps the last two digits and everything before the serial number: `12가3456` → `12가 **56`, `서울12바3456` → `서울12바
 * **56`, `외교005003` → `외교 ****03`, `외빈108` → `외빈 *08`. Of a text that is not a plate it keeps only the last two
 * characters.
 */
export function maskPlate(normalised: string): string {
  const plate = /^(.*\D)(\d+)(\d\d)$/su.exec(normalised)
  if (plate) return `${plate[1]} ${'*'.repeat(plate[2]?.length ?? 0)}${plate[3]}`
  const letters = Array.from(normalised)
  if (letters.length <= 2) return '*'.repeat(letters.length)
  return '*'.repeat(letters.length - 2) + letters.slice(-2).join('')
}

/** `+821012345678` → `010-****-5678`: the format of files. */
export const maskPhone = (phoneNumber: string): string =>
  csvPhone(phoneNumber).replace(/\d+(?=\d{4}$)|(?<=-)\d+(?=-)/, '****')

/** Keeps the first character and the domain: `minji@example.com` → `m****@example.com`. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/su, '$1****')
