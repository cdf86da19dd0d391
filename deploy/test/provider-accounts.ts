import { generateKeyPairSync } from 'node:crypto'

/** Keys of accounts at providers by Secret, which an operator writes into the folder of secrets. */
export const providerAccounts = {
  member: ['SOLAPI_API_KEY', 'SOLAPI_API_SECRET', 'SMTP_PASSWORD', 'FCM_SERVICE_ACCOUNT'],
  orders: ['PORTONE_IMP_KEY', 'PORTONE_IMP_SECRET', 'PORTONE_V2_API_SECRET', 'PORTONE_V2_WEBHOOK_SECRETS'],
} as const

/** What an operator writes for a key; Firebase's is a file with a form of its own. */
export const accountValue = (key: string): string =>
  key === 'FCM_SERVICE_ACCOUNT'
    ? JSON.stringify(serviceAccount)
    : key === 'PORTONE_V2_WEBHOOK_SECRETS'
      ? `whsec_${btoa('of_the_provider')}`
      : 'of_the_provider'

const serviceAccount = {
  ...{ project_id: 'kingcar', client_email: 'push@kingcar.test', token_uri: 'https://oauth2.googleapis.com/token' },
  private_key: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
}
