import { type Manifest, templateOf } from './kustomize.ts'

/** KingCar's rules: each returns its violations, one line each. */
export const rules: Record<string, (objects: readonly Manifest[]) => string[]> = {
  'every object is applied in a step of the install': (objects) =>
    objects
      .filter(({ metadata }) => !/^(?:servers|setup|processes|backup|demo)$/.test(metadata.labels?.step ?? ''))
      .map(nameOf),
  'every container is restricted': (objects) =>
    containersOf(objects).flatMap(({ of, pod, container }) => {
      const { securityContext: own = {} } = container
      const { securityContext: all = {} } = pod
      const is = {
        runAsNonRoot: all.runAsNonRoot === true,
        seccompProfile: all.seccompProfile?.type === 'RuntimeDefault',
        allowPrivilegeEscalation: own.allowPrivilegeEscalation === false,
        readOnlyRootFilesystem: own.readOnlyRootFilesystem === true,
        capabilities: own.capabilities?.drop?.[0] === 'ALL' && own.capabilities.add === undefined,
        automountServiceAccountToken: pod.automountServiceAccountToken === false,
        hostNetwork: !(pod.hostNetwork || pod.hostPID || pod.hostIPC),
      }
      return failing(of, is)
    }),
  'every namespace enforces the restricted profile': (objects) =>
    objects
      .filter(({ kind }) => kind === 'Namespace')
      .filter(({ metadata }) => metadata.labels?.['pod-security.kubernetes.io/enforce'] !== 'restricted')
      .map(({ metadata }) => metadata.name),
  'every long-running container has probes': (objects) =>
    containersOf(objects.filter(({ kind }) => !/Job$/.test(kind))).flatMap(({ of, container }) =>
      failing(of, {
        startupProbe: hasProbe(container, 'startupProbe'),
        readinessProbe: hasProbe(container, 'readinessProbe'),
        livenessProbe: hasProbe(container, 'livenessProbe'),
      }),
    ),
  'every container has requests and limits': (objects) =>
    containersOf(objects).flatMap(({ of, container: { resources = {} } }) =>
      failing(of, {
        cpu: resources.requests?.cpu !== undefined,
        memory: resources.requests?.memory !== undefined && resources.limits?.memory !== undefined,
      }),
    ),
  'every image has a version': (objects) =>
    [
      ...containersOf(objects).map(({ of, container }) => [of, container.image]),
      ...objects.filter(({ kind }) => kind === 'Cluster').map((each) => [nameOf(each), each.spec.imageName]),
    ]
      .filter(([, image]) => !/:\d+\.\d+[^:]*$/.test(image))
      .map((each) => each.join(' ')),
  'secrets are files': (objects) =>
    containersOf(objects).flatMap(({ of, container }) => {
      const variables: Manifest[] = container.env ?? []
      const inClear = variables.filter(({ name, value, valueFrom }) =>
        Boolean(valueFrom?.secretKeyRef || (value !== undefined && isSecret(name, value))),
      )
      const maps = (container.envFrom ?? []).flatMap(({ secretRef }: Manifest) => (secretRef ? [secretRef.name] : []))
      return [...inClear.map(({ name }) => name), ...maps].map((name) => `${of} ${name}`)
    }),
  'no ConfigMap holds a secret': (objects) =>
    objects
      .filter(({ kind }) => kind === 'ConfigMap')
      .flatMap(({ metadata, data }) =>
        Object.keys(data)
          .filter((key) => isSecret(key))
          .map((key) => `${metadata.name} ${key}`),
      ),
  'every Deployment has a disruption budget and an autoscaler, and rolls out without downtime': (objects) =>
    objects
      .filter(({ kind, metadata }) => kind === 'Deployment' && metadata.name !== 'simulator')
      .flatMap((deployment) => {
        const { name } = deployment.metadata
        const { labels } = deployment.spec.template.metadata
        const isScaled = ({ kind, spec }: Manifest) =>
          kind === 'HorizontalPodAutoscaler' && spec.scaleTargetRef.name === name && spec.minReplicas >= 2
        const isKept = ({ kind, spec }: Manifest) =>
          kind === 'PodDisruptionBudget' && spec.maxUnavailable === 1 && matches(spec.selector.matchLabels, labels)
        const { maxUnavailable, maxSurge } = deployment.spec.strategy.rollingUpdate ?? {}
        return failing(name, {
          scaled: objects.some(isScaled),
          replicas: deployment.spec.replicas === undefined, // would set back what the autoscaler has chosen
          budget: objects.some(isKept),
          strategy: maxUnavailable === 0 && maxSurge === 1,
          spread: deployment.spec.template.spec.topologySpreadConstraints?.length > 0,
        })
      }),
  'grace periods are long enough': (objects) =>
    containersOf(objects.filter(({ kind }) => kind === 'Deployment'))
      .filter(({ pod, container }) => {
        const before = container.lifecycle?.preStop?.sleep?.seconds ?? 0
        return (pod.terminationGracePeriodSeconds ?? 30) < before + stopSeconds + 5
      })
      .map(({ of }) => of),
  'selectors match labels': (objects) =>
    objects.flatMap((object) => {
      const { kind, spec } = object
      if (kind === 'Deployment' || kind === 'StatefulSet')
        return matches(spec.selector.matchLabels, spec.template.metadata.labels) ? [] : [nameOf(object)]
      const selector = kind === 'Service' ? spec.selector : kind === 'PodDisruptionBudget' && spec.selector.matchLabels
      return !selector || podsOf(objects).some(({ labels }) => matches(selector, labels)) ? [] : [nameOf(object)]
    }),
  'ports match': (objects) => [
    ...objects
      .filter(({ kind }) => kind === 'Service')
      .flatMap((service) => {
        const pods = podsOf(objects).filter(({ labels }) => matches(service.spec.selector, labels))
        return service.spec.ports
          .filter(
            ({ targetPort }: Manifest) => !pods.every(({ ports }) => ports.some((port) => port.name === targetPort)),
          )
          .map(({ name }: Manifest) => `${nameOf(service)} ${name}`)
      }),
    ...containersOf(objects).flatMap(({ of, container }) =>
      ['startupProbe', 'readinessProbe', 'livenessProbe']
        .map((probe) => container[probe]?.httpGet?.port)
        .filter((port) => port !== undefined && !container.ports.some(({ name }: Manifest) => name === port))
        .map((port) => `${of} ${port}`),
    ),
    ...objects
      .filter(({ kind }) => kind === 'HTTPRoute')
      .flatMap(({ spec }) => spec.rules.flatMap(({ backendRefs }: Manifest) => backendRefs))
      .filter(({ name, port }) => !servicesOf(objects, name).some((each) => each.port === port))
      .map(({ name, port }) => `HTTPRoute ${name} ${port}`),
  ],
  'all traffic is denied by default, and each pod has its own policies': (objects) => {
    const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec)
    const denies = policies.some(
      ({ podSelector, policyTypes, ingress, egress }) =>
        Object.keys(podSelector).length === 0 && policyTypes.join() === 'Ingress,Egress' && !ingress && !egress,
    )
    const alone = podsOf(objects).filter(
      ({ labels }) =>
        !policies.some(({ podSelector: { matchLabels } }) => matchLabels !== undefined && matches(matchLabels, labels)),
    )
    return [...(denies ? [] : ['no default']), ...alone.map(({ of }) => of)]
  },
  'policies name existing pods and ports': (objects) =>
    objects
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .flatMap((policy) => {
        const { podSelector, ingress = [], egress = [] } = policy.spec
        const flows = [
          ...ingress.map((rule: Manifest) => ({ peers: rule.from ?? [], ports: rule.ports, at: [podSelector] })),
          ...egress.map((rule: Manifest) => {
            const peers = (rule.to ?? []) as Manifest[]
            const at = peers.filter(({ namespaceSelector, podSelector: pods }) => pods && !namespaceSelector)
            return { peers, ports: rule.ports, at: at.map(({ podSelector: pods }) => pods) }
          }),
        ]
        const selectors = [
          podSelector,
          ...flows.flatMap(({ peers }) =>
            peers.flatMap((peer: Manifest) => (peer.podSelector && !peer.namespaceSelector ? [peer.podSelector] : [])),
          ),
        ]
        const pods = podsOf(objects)
        const selected = ({ matchLabels = {} }: Manifest) => pods.filter(({ labels }) => matches(matchLabels, labels))
        const closed = flows.flatMap(({ at, ports = [] }) =>
          at.flatMap((selector: Manifest) =>
            ports
              .map(({ port }: Manifest) => port)
              .filter(
                (port: number) =>
                  !selected(selector).some(({ ports: open }) => open.some((each) => each.number === port)),
              ),
          ),
        )
        const nobody = selectors.filter((selector) => selected(selector).length === 0)
        return [...closed, ...nobody.map((selector) => JSON.stringify(selector))].map(
          (each) => `${nameOf(policy)} ${each}`,
        )
      }),
  'mounted objects exist': (objects) =>
    containersOf(objects).flatMap(({ of, pod, container }) => {
      const volumes: string[] = (pod.volumes ?? []).map(({ name }: Manifest) => name)
      const claims = objects
        .flatMap(({ spec }) => spec?.volumeClaimTemplates ?? [])
        .map(({ metadata }) => metadata.name)
      const maps = new Set(objects.filter(({ kind }) => kind === 'ConfigMap').map(({ metadata }) => metadata.name))
      const mounts = container.volumeMounts.filter(({ name }: Manifest) => ![...volumes, ...claims].includes(name))
      const references = [
        ...(pod.volumes ?? []).flatMap(({ configMap }: Manifest) => (configMap ? [configMap.name] : [])),
        ...(container.envFrom ?? []).flatMap(({ configMapRef }: Manifest) => (configMapRef ? [configMapRef.name] : [])),
      ]
      return [...mounts.map(({ name }: Manifest) => name), ...references.filter((name) => !maps.has(name))].map(
        (name) => `${of} ${name}`,
      )
    }),
}

/** Names of secret variables, whose values must not be in a manifest. The channel key is public: member apps get it. */
const namesSecret = /PASSWORD|SECRET|TOKEN|_SEED$|_KEY$|^DATABASE_URL|(JOIN|SETUP)_CODE/
const isPublic = /^PORTONE_CHANNEL_KEY$|_FILE$/
const isSecret = (name: string, value = '') => namesSecret.test(name) && !isPublic.test(name) && !value.startsWith('/') // a path
/** After which a process ends itself, as libs/runtime/src/run-process.ts says. */
const stopSeconds = 10

type Pod = { of: string; labels: Record<string, string>; ports: { name: string; number: number }[] }

/** Kind and name. */
export const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`
const failing = (of: string, is: Record<string, boolean>) =>
  Object.entries(is).flatMap(([what, holds]) => (holds ? [] : [`${of} ${what}`]))
const hasProbe = (container: Manifest, probe: string) =>
  Boolean(container[probe]?.httpGet ?? container[probe]?.exec ?? container[probe]?.tcpSocket)
const matches = (selector: Record<string, string>, labels: Record<string, string> = {}) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value)
const servicesOf = (objects: readonly Manifest[], wanted: string): Manifest[] =>
  objects
    .filter(({ kind, metadata }) => kind === 'Service' && metadata.name === wanted)
    .flatMap(({ spec }) => spec.ports)

export const containersOf = (objects: readonly Manifest[]) =>
  objects.flatMap((object) => {
    const pod = templateOf(object)?.spec
    const containers: Manifest[] = [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])]
    return containers.map((container) => ({ of: `${nameOf(object)} ${container.name}`, pod, container }))
  })

/** Those that we describe, and those that CloudNativePG makes. */
const podsOf = (objects: readonly Manifest[]): Pod[] =>
  objects.flatMap((object) => {
    const of = nameOf(object)
    if (object.kind === 'Cluster') {
      const ports = [5432, 8000, 9187].map((number) => ({ name: String(number), number }))
      return [{ of, labels: { 'cnpg.io/cluster': object.metadata.name }, ports }]
    }
    const template = templateOf(object)
    if (!template) return []
    const ports = template.spec.containers.flatMap((container: Manifest) => container.ports ?? [])
    const numbered = ports.map(({ name, containerPort: number }: Manifest) => ({ name, number }))
    return [{ of, labels: template.metadata.labels, ports: numbered }]
  })
