export type ContoursProps = {
  /** Number of lines. */
  lines?: number
  /** Where the hill stands, 0 to 1000. */
  x?: number
  y?: number
  className?: string | undefined
}

/** One closed contour line: four waves of different length on a circle, joined by smooth curves. */
function contour(x: number, y: number, radius: number): string {
  const count = 24
  const points = Array.from({ length: count }, (_, step) => {
    const angle = (step / count) * 2 * Math.PI
    const far = radius / 1000
    const wave =
      1 +
      0.16 * Math.sin(2 * angle + 0.7 + far) +
      0.1 * Math.sin(3 * angle + 2.1 - 2 * far) +
      0.05 * Math.sin(5 * angle + 4 + 3 * far)
    return [x + 1.12 * radius * wave * Math.cos(angle), y + 0.9 * radius * wave * Math.sin(angle)] as const
  })
  const at = (step: number) => points[(step + count) % count]!
  const round = Math.round
  let path = `M${round(at(0)[0])} ${round(at(0)[1])}`
  for (let step = 0; step < count; step++) {
    const [before, from, to, after] = [at(step - 1), at(step), at(step + 1), at(step + 2)]
    path += `C${round(from[0] + (to[0] - before[0]) / 6)} ${round(from[1] + (to[1] - before[1]) / 6)} ${round(to[0] - (after[0] - from[0]) / 6)} ${round(to[1] - (after[1] - from[1]) / 6)} ${round(to[0])} ${round(to[1])}`
  }
  return path
}

/**
 * Contour lines, computed instead of shipped as a picture: the pattern behind the sign-in panel and the empty states.
 */
export function Contours({ lines = 18, x = 610, y = 560, className }: ContoursProps) {
  return (
    <svg
      className={className}
      viewBox="0 0 1000 1000"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      aria-hidden="true"
      focusable="false"
    >
      {Array.from({ length: lines }, (_, line) => (
        <path key={line} d={contour(x, y, 48 + line * 50)} opacity={0.62 - (line * 0.46) / lines} />
      ))}
    </svg>
  )
}
