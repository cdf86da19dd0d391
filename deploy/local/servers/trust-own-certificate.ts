import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Our own calls meet the same certificate as everybody's. */
export function trustOwnCertificate(certificate: string): void {
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificate, 'utf8')])
}
