import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { expect, test } from 'vitest'
import { shellBlocks } from './document-blocks.ts'

/*
 * Every shell block of a document for operators is run by a test, or says here what it needs that a test does not have.
 * The runbooks of alerts have their own rule (monitoring.test.ts, monitoring.long.test.ts).
 */

type Block = { begins: string } & ({ runBy: string } | { needs: string })

const journey = 'operator-documents.long.test.ts'
const install = 'kubernetes-install.long.test.ts'
const images = 'images of a registry; compose.containers.long.test.ts runs the same commands where Docker has them'
const documents: Record<string, Block[]> = {
  'README.md': [
    { begins: 'npm start\n', runBy: journey },
    { begins: 'npm run recognizer', runBy: journey },
    { begins: 'npm start  ', needs: 'a machine of its own for each line; the workflow runs the tests and the check' },
  ],
  'deploy/README.md': [
    { begins: 'export NATS_STORE_DIR', runBy: journey },
    { begins: 'install -m 600', runBy: journey },
    { begins: 'docker compose --file docker-compose.yml --file deploy/container/build.yml', needs: images },
    { begins: 'docker compose --file docker-compose.yml --file deploy/container/trial.yml', needs: images },
    { begins: 'docker compose run --rm --no-TTY --entrypoint cat', needs: images },
    { begins: 'docker compose run --rm --no-TTY secrets rotate', needs: images },
    { begins: 'docker compose run --rm --no-TTY secrets put orders', needs: 'the keys of an account at the provider' },
    { begins: 'sh deploy/container/upgrade.sh', runBy: 'compose-upgrade.long.test.ts' },
  ],
  'deploy/BACKUP.md': [
    { begins: 'npm run backup', runBy: journey },
    { begins: 'docker compose run --rm --no-TTY secrets put setup', needs: images },
    { begins: 'docker compose stop', needs: images },
    { begins: 'kubectl apply -k $OVERLAY', runBy: install },
    { begins: 'kubectl -n kingcar patch', runBy: install },
  ],
  'deploy/INCIDENTS.md': [
    { begins: 'for port in', runBy: journey },
    { begins: `grep '"msg":"request"'`, runBy: journey },
    { begins: 'npm run restore', runBy: journey },
  ],
  'deploy/OPERATING.md': [{ begins: 'openssl genpkey', runBy: journey }],
  'deploy/kubernetes/README.md': [
    { begins: 'helm upgrade --install prometheus-adapter', needs: 'a cluster, and a chart of another project' },
    { begins: 'OVERLAY=', runBy: install },
    { begins: 'read -rsp', runBy: 'kubernetes-processes.long.test.ts' },
    { begins: 'kubectl apply -k $OVERLAY -l step=demo', runBy: install },
    { begins: 'kubectl apply -k deploy/kubernetes/monitoring', runBy: install },
    { begins: 'helm upgrade --install kube-prometheus-stack', needs: 'a cluster, and a chart of another project' },
  ],
  'deploy/monitoring/README.md': [
    {
      begins: 'apt-get install',
      needs: 'a machine of its own with systemd; monitoring.long.test.ts runs its programs',
    },
    { begins: 'docker compose --profile monitoring', needs: 'images of other projects from a registry' },
    { begins: 'promtool check rules', runBy: journey },
  ],
  'deploy/systemd/README.md': [
    {
      begins: 'useradd',
      needs: 'a machine of its own with systemd; systemd.long.test.ts runs the command of the unit',
    },
  ],
}

/** As the formatter writes a string. */
const quoted = (text: string) => (text.includes("'") ? `\`${text}\`` : `'${text.replace('\n', '\\n')}'`)

test('every document for operators is listed', () => {
  const pages = globSync('deploy/{*,*/README}.md', { cwd: root })
  const withBlocks = ['README.md', ...pages].filter((page) => shellBlocks(page).length > 0)
  expect(new Set(withBlocks)).toEqual(new Set(Object.keys(documents)))
})

test.each(Object.entries(documents))('%s: each block is run by a test, or says what it needs', (page, listed) => {
  const blocks = shellBlocks(page)
  expect(blocks.map((block, at) => block.startsWith(listed[at]?.begins ?? '?') || block)).toEqual(
    listed.map(() => true),
  )
  for (const block of listed) {
    if (!('runBy' in block)) continue
    const source = readFileSync(join(root, 'deploy/test', block.runBy), 'utf8')
    const called = `shellBlock('${page}', ${quoted(block.begins)}`
    expect(source).toContain(called.slice(0, -1))
  }
})
