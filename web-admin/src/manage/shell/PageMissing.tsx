import { Link } from '@tanstack/react-router'
import button from '../../ui/button.module.css'
import { Empty } from '../components/Empty.tsx'
import { Page } from '../components/Page.tsx'
import { copy } from './copy.ts'

/** Shown for an unknown address below /manage; the navigation stays. */
export const PageMissing = () => (
  <Page title={copy.missing.title}>
    <Empty title={copy.missing.text}>
      <Link to="/manage" className={button.primary}>
        {copy.missing.home}
      </Link>
    </Empty>
  </Page>
)
