/**
 * Throws if a new passkey comes with certificates of its maker, which were not requested. The library would check them, and request
 * the addresses in them: a caller could choose where this process connects to.
 * @param attestationObject base64url of CBOR
 * @throws Error
 */
export async function assertNoCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = attestation.get('fmt')
  // A browser leaves an authenticator's own signature without certificates in place.
  const isOwnSignature = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isOwnSignature) throw new Error(`the attestation ${format} has certificates`)
}
