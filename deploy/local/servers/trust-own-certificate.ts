import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Trusts the product's own certificate, which may be self-signed, in the calls of this process. */
export function trustOwnCertificate(certificate: string): void {
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificate, 'utf8')])
}
