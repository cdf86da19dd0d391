/** A plate on a blue tile; the same drawing as public/favicon.svg. */
export function Logo({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 52 52" className={className} aria-hidden>
      <rect width="52" height="52" rx="14" fill="#1a52e6" />
      <rect x="8" y="17" width="36" height="18" rx="4" fill="#fff" />
      <path d="M12 17h3v18h-3a4 4 0 0 1-4-4V21a4 4 0 0 1 4-4z" fill="#0e2f8a" />
      <path d="M21 26h4M30 26h8" stroke="#12161f" strokeWidth="3.6" strokeLinecap="round" />
    </svg>
  )
}
