import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fetchPackages, type PinnedPackage } from '@kingcar/localstack/debian-package'

/** Packages of Debian 12 whose programs need nothing but glibc. */
const packages: readonly PinnedPackage[] = [
  [
    'p/prometheus/prometheus',
    '2.42.0+ds-5+deb12u1',
    '81d59a24fce84f7fbe97a45a4f2914b6a5881b5cd1db2a6a0e129e515e1a5f55',
  ],
  [
    'p/prometheus-alertmanager/prometheus-alertmanager',
    '0.25.0-1+b4',
    '4fb9aed15cfe8e0c32408e643ab32a1e41ee87d2cc26f18aeba928b1b0b98ae7',
  ],
  [
    'p/prometheus-node-exporter/prometheus-node-exporter',
    '1.5.0-1+b6',
    '8cb5b39627595ea2cf3cd27be593e0e9af87023d29e1c5b8487e2f9510097e09',
  ],
]

/** The installed program, or that of its package. @throws Error if it cannot be downloaded */
export async function findMonitoringProgram(
  name: 'prometheus' | 'promtool' | 'prometheus-alertmanager' | 'amtool' | 'prometheus-node-exporter',
): Promise<string> {
  if (spawnSync(name, ['--version']).status === 0) return name
  return join(await fetchPackages('prometheus-and-others-2.42.0', packages), 'usr/bin', name)
}
