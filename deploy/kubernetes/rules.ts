import { readFileSync, writeFileSync } from 'node:fs'

/** The content of monitoring/rules.yaml: an object of the Prometheus operator with the rules of deploy/monitoring/alerts.yml. */
export function rulesFile(): string {
  const rules = readFileSync(new URL('../monitoring/alerts.yml', import.meta.url), 'utf8')
  return `# Written by \`npm run rules -w deploy\` from deploy/monitoring/alerts.yml.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: kingcar
spec:
${rules.replaceAll(/^(?=.)/gm, '  ')}`
}

if (import.meta.main) writeFileSync(new URL('monitoring/rules.yaml', import.meta.url), rulesFile())
