/** Signs as paths in a square of 24 by 24: the subsets of the font lack these characters. */
const paths = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  plus: 'M12 5v14M5 12h14',
  cross: 'M6 6l12 12M18 6L6 18',
  tick: 'M5 13l5 5L19 7',
  warning: 'M12 4L2.5 20h19zM12 10v4.5M12 17.4v.2',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3v5M15.5 3v5',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  twiceLeft: 'M12 5l-7 7 7 7M19 5l-7 7 7 7',
  twiceRight: 'M5 5l7 7-7 7M12 5l7 7-7 7',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 2.5-2.5L20 17M15 9.5v.2',
  bothWays: 'M12 4v16M7.5 8.5L12 4l4.5 4.5M7.5 15.5L12 20l4.5-4.5',
} as const

/** A decorative sign beside a text or inside a labelled button. */
export const Icon = ({ sign, size = 16 }: { sign: keyof typeof paths; size?: number }) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    <path d={paths[sign]} />
  </svg>
)
