import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'

const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM ')).replaceAll('\\\n', ' ')

/** The variables that the image sets, under those of a manifest. */
export const imageEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  [...last.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
    [...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  ),
)
