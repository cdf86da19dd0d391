import { Fragment } from 'react'
import styles from './controls.module.css'

/** An email address that wraps before the @ first, then before a dot, and elsewhere only if necessary. */
export const EmailAddress = ({ children }: { children: string }) => (
  <span className={styles.email}>
    {children.split(/(?=@)/).map((half) => (
      <span key={half}>
        {half.split(/(?=\.)/).map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity and never move
          <Fragment key={at}>
            <wbr />
            {part}
          </Fragment>
        ))}
      </span>
    ))}
  </span>
)
