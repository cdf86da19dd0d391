import { lastRequestId } from '../../api/api.ts'
import { Button } from '../components/controls.tsx'
import { Empty } from '../components/Empty.tsx'
import { FailedCallDetails } from '../components/Failure.tsx'
import { requestIdOf } from '../components/failure-sentence.ts'
import { Page } from '../components/Page.tsx'
import { copy } from './copy.ts'

/** Shown when a page crashed or its code could not be loaded; the navigation stays. */
export function PageCrash({ error }: { error: unknown }) {
  const requestId = requestIdOf(error) ?? lastRequestId()
  return (
    <Page title={copy.crash.title}>
      <div role="alert">
        <Empty title={copy.crash.text}>
          {requestId !== undefined && <FailedCallDetails requestId={requestId} />}
          <Button tone="primary" onClick={() => location.reload()}>
            {copy.crash.reload}
          </Button>
        </Empty>
      </div>
    </Page>
  )
}
