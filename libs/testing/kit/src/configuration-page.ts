import { StartConfig } from '@kingcar/deploy/config'
import { SetupConfig } from '@kingcar/deploy/setup-config'
import type { TObject, TSchema } from 'typebox'
import { Config as Gateway } from '../../../../gateway/src/config.ts'
import { Config as Catalog } from '../../../../services/catalog/src/config.ts'
import { Config as Member } from '../../../../services/member/src/config.ts'
import { Config as Orders } from '../../../../services/orders/src/config.ts'
import { Config as Recognition } from '../../../../services/recognition/src/config.ts'
import { TracingConfig } from '../../../runtime/src/tracing.ts'

/** Path of the page from the project's folder. */
export const configurationPagePath = 'deploy/CONFIGURATION.md'

const sections: readonly [title: string, config: TObject][] = [
  ['`npm start`', StartConfig],
  ['setup', SetupConfig],
  ['Every process', TracingConfig],
  ['gateway', Gateway],
  ['member', Member],
  ['catalog', Catalog],
  ['orders', Orders],
  ['recognition', Recognition],
]

/** The text of `deploy/CONFIGURATION.md`: each environment variable with its default and description, from the schemas. */
export const configurationPage = (): string => `# Configuration

<!-- Generated from the schemas of the processes. Run: npm run format -->

Settings are environment variables. Each can also be given as a file, named by \`NAME_FILE\`. An empty value or an empty file counts
as unset. A process with a missing or invalid variable prints all of them and exits.

\`npm start\` passes the settings below on to the processes, and sets their addresses, ports and credentials itself; containers and
Kubernetes set those in their manifests. \`LOG_LEVEL\` (\`info\`) sets the level of all logs.

\`setup\` brings tables and streams to this version before the processes start, in containers and Kubernetes; change its settings and run
it again. nats-server reads \`NATS_FILE_STORE\` (\`10GB\`): the sizes of all streams, 512 MiB for devices, and some room. Lower it
only after \`setup\` has made streams smaller, since nats-server does not start with less than they have. \`npm start\` sets it. A stream that
refuses new messages is not made smaller than what it holds.

${sections.map(([title, config]) => `## ${title}\n\n${tableOf(config)}`).join('\n\n')}
`

function tableOf({ properties, required }: TObject): string {
  const rows = Object.entries<TSchema>(properties).map(([name, schema]) => {
    const { default: standard, description } = schema as { default?: unknown; description?: string }
    const isRequired = (required as readonly string[] | undefined)?.includes(name) === true && standard === undefined
    const value = isRequired ? 'required' : standard === undefined || standard === '' ? '' : `\`${String(standard)}\``
    return `| \`${name}\` | ${value} | ${description ?? ''} |`
  })
  return ['| variable | default | |', '|---|---|---|', ...rows].join('\n')
}
