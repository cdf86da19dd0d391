import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/*
 * Follows the instructions for developers of member apps in a folder outside of the repository: the packed client and a
 * third-party generator, with the exact programs of the client's README.
 */

const execute = promisify(execFile)
const root = resolve(fileURLToPath(new URL('../../../..', import.meta.url)))
const modules = join(root, 'node_modules')
const compilerOptions = [
  '--strict',
  '--noEmit',
  '--target',
  'es2024',
  '--module',
  'nodenext',
  '--skipLibCheck',
  'false',
]

/** Runs a program with this Node; rejects with its output if it fails. */
export async function runNode(folder: string, ...args: string[]): Promise<string> {
  return (await execute(process.execPath, args, { cwd: folder })).stdout
}

/** The programs of the client's README, by the name next to the language. */
export async function readmePrograms(): Promise<Record<string, string>> {
  const readme = await readFile(join(root, 'libs/client/README.md'), 'utf8')
  const blocks = readme.matchAll(/^```(?:js|ts) (\S+)\n([\s\S]*?)^```$/gm)
  return Object.fromEntries([...blocks].map(([, name = '', text = '']) => [name, text]))
}

/** Creates a project with the types of Node and room for its packages. */
async function makeProject(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules/@types'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }')
}

const link = (name: string, folder: string) => symlink(join(modules, name), join(folder, 'node_modules', name))

/** Builds and packs the client, and installs it in its own project. Returns the files of the package. */
export async function installPackedClient(folder: string): Promise<string[]> {
  await makeProject(folder)
  await runNode(folder, join(root, 'libs/client/build.ts'))
  const packed = await npm(folder, 'pack', join(root, 'libs/client/dist'), '--json', '--ignore-scripts')
  const [tarball] = Object.values(JSON.parse(packed) as Record<string, { filename: string; files: { path: string }[] }>)
  if (!tarball) throw new Error('npm packed nothing')
  await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', `./${tarball.filename}`)
  await mkdir(join(folder, 'node_modules/@types'), { recursive: true })
  await link('@types/node', folder)
  await link('undici-types', folder)
  return tarball.files.map(({ path }) => path)
}

async function npm(folder: string, ...args: string[]): Promise<string> {
  return (await execute('npm', args, { cwd: folder })).stdout
}

/** Generates a client from the document of a running product, in its own project. */
export async function generateClient(folder: string, base: string): Promise<void> {
  await makeProject(folder)
  await mkdir(join(folder, 'node_modules/@oazapfts'))
  for (const name of ['@types/node', 'undici-types', '@oazapfts/runtime']) await link(name, folder)
  const generator = join(dirname(fileURLToPath(import.meta.resolve('oazapfts'))), 'cli.js')
  await runNode(folder, generator, `${base}/openapi.json`, 'kingcar.ts')
}

/** Type-checks programs in a folder with the strictest options; rejects with the errors. */
export async function checkTypes(folder: string, ...files: string[]): Promise<void> {
  const options = [...compilerOptions, '--allowJs', '--checkJs', '--allowImportingTsExtensions', '--types', 'node']
  try {
    await runNode(folder, join(modules, 'typescript/bin/tsc'), ...options, ...files)
  } catch (cause) {
    throw new Error((cause as { stdout?: string }).stdout, { cause })
  }
}
