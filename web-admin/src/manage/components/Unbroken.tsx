import styles from './moment.module.css'

const dates = /((?:\d+년 )?\d+월 \d+일|(?:오늘|어제|내일) \d\d:\d\d|\d+(?:분|시간|일) 전)/

/** A text whose dates and ages stay on one line each. */
export const Unbroken = ({ children }: { children: string }) =>
  children.split(dates).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other
      <span key={at} className={styles.whole}>
        {part}
      </span>
    ),
  )
