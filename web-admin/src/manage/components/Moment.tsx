import { exactMomentOf, momentOf } from '../text/format.ts'

/** An instant; to the second on hover. `text` replaces the usual form. */
export const Moment = ({ at, text = momentOf(at) }: { at: string; text?: string }) => (
  <time dateTime={at} title={exactMomentOf(at)}>
    {text}
  </time>
)
