import { generateKeyPairSync, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One element of ASN.1 in DER. */
function element(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const long = body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 0xff]
  const length = body.length < 128 ? [body.length] : long
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...parts: Buffer[]) => element(0x30, ...parts)
const ed25519 = sequence(element(0x06, Buffer.from('2b6570', 'hex')))
const commonName = Buffer.from('550403', 'hex')
const subjectAltName = Buffer.from('551d11', 'hex')

/**
 * Writes a certificate, signed by itself, and its key: Ed25519, PEM.
 * @param options.others further names besides `name`
 * @param options.until its end, as UTCTime of ASN.1; by default it is valid for years
 */
export function writeCertificate(
  folder: string,
  name: string,
  { others = [], until = '491231235959Z' }: { others?: readonly string[]; until?: string } = {},
): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const who = sequence(element(0x31, sequence(element(0x06, commonName), element(0x0c, Buffer.from(name)))))
  const names = element(0x04, sequence(...[name, ...others].map((each) => element(0x82, Buffer.from(each)))))
  const content = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))), // version 3
    element(0x02, Buffer.from([1])),
    ed25519,
    who,
    sequence(element(0x17, Buffer.from('200101000000Z')), element(0x17, Buffer.from(until))),
    who,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(sequence(element(0x06, subjectAltName), names))),
  )
  const signature = element(0x03, Buffer.from([0]), sign(null, content, privateKey))
  const base64 = sequence(content, ed25519, signature).toString('base64')
  const paths = { cert: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') }
  writeFileSync(
    paths.cert,
    `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  )
  writeFileSync(paths.key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  return paths
}
