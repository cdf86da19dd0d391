import { Component, type ReactNode } from 'react'
import { CrashPage } from './CrashPage.tsx'

/** Error boundary around the router itself. React offers error boundaries as classes only. */
export class CrashBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return 'error' in this.state ? <CrashPage error={this.state.error} /> : this.props.children
  }
}
