type IconProps = {
  /** One of the drawings in icons.ts. */
  of: string
  /** Side of the square in CSS pixels; 16 by default. */
  size?: number
  /** Line width in grid units of 20; 1.65 by default (1.4 suits 20 px and more, 2.4 suits 12 px). */
  weight?: number
  className?: string | undefined
}

/**
 * A line drawing in the colour of the text. Always beside words or in a named control, so it is hidden from readers.
 */
export function Icon({ of, size = 16, weight = 1.65, className }: IconProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={weight}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={of} />
    </svg>
  )
}
