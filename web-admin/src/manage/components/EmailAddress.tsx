import { Fragment } from 'react'
import styles from './controls.module.css'

/** An e-mail address that is too long for its place breaks before its @, then before a dot, and elsewhere only if it must. */
export const EmailAddress = ({ children }: { children: string }) => (
  <span className={styles.email}>
    {children.split(/(?=@)/).map((half) => (
      <span key={half}>
        {half.split(/(?=\.)/).map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no names and never move
          <Fragment key={at}>
            <wbr />
            {part}
          </Fragment>
        ))}
      </span>
    ))}
  </span>
)
