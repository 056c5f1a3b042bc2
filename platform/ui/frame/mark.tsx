/** The product's mark: an ℞ whose last stroke is a tick. Decorative: the name stands beside it or in a label. */
export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="6.5" fill="var(--ink-accent)" />
      <path
        d="M7.2 18V5.8h4.1a3.35 3.35 0 0 1 0 6.7H7.2M10.9 12.5l4.7 6.2M12.6 17l1.6 1.7L19 12.6"
        stroke="#0A2B2D"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
