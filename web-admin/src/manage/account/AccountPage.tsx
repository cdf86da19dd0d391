import { useLocation } from '@tanstack/react-router'
import { Page } from '../components/Page.tsx'
import { AlertPhonePanel } from './AlertPhonePanel.tsx'
import { text } from './copy.ts'
import { SecondFactorPanel } from './SecondFactorPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The server refused a page, because the administrator has to set up a second factor first. */
    factorRequired?: boolean
  }
}

/** The administrator's own account: the second factor, the number for alerts, and the open sessions. */
export function AccountPage() {
  const factorRequired = useLocation({ select: ({ state }) => state.factorRequired })
  return (
    <Page title={text.title} lead={factorRequired ? text.required : text.lead}>
      <SecondFactorPanel />
      <AlertPhonePanel />
      <SessionsPanel />
    </Page>
  )
}
