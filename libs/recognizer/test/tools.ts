import { spawnSync } from 'node:child_process'
import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { fetchPackages } from '@kingcar/localstack/debian-package'
import { cacheFolder, inPartFolder } from '@kingcar/localstack/download-cache'

/** Packages of Debian 12, which run on any system with glibc and OpenSSL 3: the library, its header, and the clients. */
const packages = [
  [
    'm/mosquitto/libmosquitto1',
    '2.0.11-1.2+deb12u2',
    '91aaf63e3ce4cafdbeaf33be4111917ff8095870701d9693d094a9716330992f',
  ],
  [
    'm/mosquitto/libmosquitto-dev',
    '2.0.11-1.2+deb12u2',
    '583290b24f3a1755a1c1348c4eb54e96665fe0de29c756c4c06d0a863dd0f7c1',
  ],
  [
    'm/mosquitto/mosquitto-clients',
    '2.0.11-1.2+deb12u2',
    'a51d89c0185d4d4af752eabdfcd0c02682799e4903d40fa1a6c240a9a804b664',
  ],
  ['c/cjson/libcjson1', '1.7.15-1+deb12u4', 'ae043c62e2740072f3c5cc0324ec36659331208f2155de74c89a24801627338c'],
] as const
const libraries = 'usr/lib/x86_64-linux-gnu'

/** Folder with mosquitto's programs, libraries and header, downloaded once, without root. */
export type Mosquitto = { bin: string; lib: string; include: string }

/** @throws Error if it cannot be downloaded */
export async function fetchMosquitto(): Promise<Mosquitto> {
  const folder = await fetchPackages('mosquitto-2.0.11', packages)
  return { bin: join(folder, 'usr/bin'), lib: join(folder, libraries), include: join(folder, 'usr/include') }
}

const paho = 'paho-mqtt==2.1.0'

/** A folder with paho-mqtt 2, downloaded once by pip. @throws Error if that fails */
export async function fetchPaho(): Promise<string> {
  const folder = join(cacheFolder(), paho)
  if (!existsSync(folder))
    await inPartFolder((part) => {
      const whole = join(part, 'whole')
      const args = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', whole, paho]
      const { status, stderr } = spawnSync('python3', args, { encoding: 'utf8', timeout: 60_000 })
      if (status !== 0) throw new Error(stderr.trim().split('\n').at(-1))
      if (!existsSync(folder)) renameSync(whole, folder)
    })
  return folder
}
