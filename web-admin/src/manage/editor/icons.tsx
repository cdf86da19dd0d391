import type { ReactNode } from 'react'

const icon = (children: ReactNode) => (
  <svg
    viewBox="0 0 20 20"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.7"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    {children}
  </svg>
)

/** Icons of the tools that have no letter. */
export const icons = {
  bullets: icon(<path d="M8 5h9M8 10h9M8 15h9M3.5 5h.01M3.5 10h.01M3.5 15h.01" />),
  numbers: icon(<path d="M9 5h8M9 10h8M9 15h8M3 3.5l1.5-.5v4M3 12.5c0-1.5 2.5-1.5 2.5 0S3 15 3 16.5h2.5" />),
  quote: icon(<path d="M4 4v12M8 6h9M8 10h9M8 14h6" />),
  link: icon(
    <path d="M8.5 11.5a3 3 0 0 0 4.3 0l2.7-2.7a3 3 0 0 0-4.3-4.3L10 5.7M11.5 8.5a3 3 0 0 0-4.3 0l-2.7 2.7a3 3 0 0 0 4.3 4.3L10 14.3" />,
  ),
  image: icon(<path d="M3 4h14v12H3zM3 13.5l4-4 4 4 2.5-2.5L17 14.5M12.5 7.5h.01" />),
  table: icon(<path d="M3 4h14v12H3zM3 8h14M3 12h14M8 4v12M13 4v12" />),
  undo: icon(<path d="M7 4 3.5 7.5 7 11M3.5 7.5h8a4.5 4.5 0 0 1 0 9H8" />),
  redo: icon(<path d="m13 4 3.5 3.5L13 11M16.5 7.5h-8a4.5 4.5 0 0 0 0 9H12" />),
  source: icon(<path d="m7 6-4 4 4 4M13 6l4 4-4 4" />),
}
