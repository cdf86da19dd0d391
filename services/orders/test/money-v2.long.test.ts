import { withApi } from './orders-with-provider.ts'

/* The tests of money once more, by API V2 of the provider. The query makes modules of their own of them. */
const files = [
  ...[
    'cards',
    'pay',
    'payment-edge-cases',
    'payment-window',
    'refunds',
    'refund-account',
    'webhooks',
    'renewals',
    'dunning',
  ],
  ...[
    'owed-returns',
    'closed-accounts',
    'provider-cancellations',
    'second-subscription',
    'settlement',
    'stopped-renewals',
  ],
]
await withApi('v2', async () => {
  for (const file of files) await import(/* @vite-ignore */ `./${file}.test.ts?api=v2`)
})
