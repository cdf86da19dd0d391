import { listMessageTemplates, updateMessageTemplate } from '@kingcar/client'
import {
  type MessageChannel,
  type MessageTemplate,
  messageChannelLabels,
  messageChannels,
  messageKindLabels,
} from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useAction } from '../api/use-action.ts'
import { Pill } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import { Page } from '../components/Page.tsx'
import { Panel } from '../components/Panel.tsx'
import { Switch } from '../components/Switch.tsx'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './messages.module.css'

/** Bytes of an SMS. */
const longestSms = 90

/** The messages to members, with previews, and by which channels they are sent. */
export function MessagesPage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['listMessageTemplates'],
    queryFn: () => call(listMessageTemplates, {}),
  })
  return (
    <Page title={text.title} lead={text.lead}>
      {error !== null && <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />}
      <div className={styles.kinds} aria-busy={data === undefined && error === null}>
        {data?.templates.map((template) => (
          <Kind key={template.kind} template={template} available={data.available} />
        ))}
      </div>
    </Page>
  )
}

type KindProps = { template: MessageTemplate; available: readonly MessageChannel[] }

function Kind({ template: { kind, channels, advertising, title, template, preview, bytes }, available }: KindProps) {
  const client = useQueryClient()
  const label = messageKindLabels[kind]
  const { busy, failure, act } = useAction(async (channel: MessageChannel, on: boolean) => {
    await call(updateMessageTemplate, { kind, channel, on })
    await client.invalidateQueries({ queryKey: ['listMessageTemplates'] })
    notify.success((on ? text.on : text.off)(label, messageChannelLabels[channel]))
  })
  return (
    <Panel title={label} actions={advertising && <Pill tone="neutral">{text.advertising}</Pill>}>
      <p className={styles.subject}>{title}</p>
      <blockquote className={styles.preview} aria-label={text.preview}>
        {preview}
      </blockquote>
      <p className={styles.small}>{text.length(amount(bytes), bytes > longestSms ? text.long : text.short)}</p>
      <details className={styles.template}>
        <summary>{text.template}</summary>
        <pre>{template}</pre>
      </details>
      <ul className={styles.channels}>
        {messageChannels.map((channel) => {
          const id = `${kind}-${channel}`
          const isAvailable = available.includes(channel)
          return (
            <li key={channel}>
              <label htmlFor={id}>{messageChannelLabels[channel]}</label>
              <Switch
                id={id}
                aria-label={text.switchOf(label, messageChannelLabels[channel])}
                aria-describedby={isAvailable ? undefined : `${id}-note`}
                checked={channels.includes(channel)}
                disabled={busy}
                onChange={(on) => act(channel, on)}
              />
              {!isAvailable && (
                <span id={`${id}-note`} className={styles.small}>
                  {text.unavailable}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {failure !== null && <Failure title={copy.failures.action} cause={failure} />}
    </Panel>
  )
}
