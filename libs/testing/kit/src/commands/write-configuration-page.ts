import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { configurationPage, configurationPagePath } from '../configuration-page.ts'

/** Writes the page of all settings; part of `npm run format`. */
writeFileSync(join(root, configurationPagePath), configurationPage())
