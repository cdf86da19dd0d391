import { Page } from '../components/Page.tsx'
import { text } from './copy.ts'
import { SecondFactorPanel } from './SecondFactorPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'

/** The own account: the second factor and the open sessions. */
export const AccountPage = () => (
  <Page title={text.title} lead={text.lead}>
    <SecondFactorPanel />
    <SessionsPanel />
  </Page>
)
