/** Keys of accounts at providers by Secret, which an operator writes into the folder of secrets. */
export const providerAccounts = {
  member: ['SOLAPI_API_KEY', 'SOLAPI_API_SECRET', 'SMTP_PASSWORD', 'FCM_SERVICE_ACCOUNT'],
  orders: ['PORTONE_IMP_KEY', 'PORTONE_IMP_SECRET'],
} as const
