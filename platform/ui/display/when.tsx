import { exactWords, whenWords } from '../../dates/words.ts'

type WhenProps = {
  /** ISO 8601. */
  at: string
  zone: string
  /** The server's time in ms. */
  now: number
}

/** An instant in a few words, with the exact one and its zone on hover and in print. */
export function When({ at, zone, now }: WhenProps) {
  const exact = exactWords(at, zone)
  return (
    <time dateTime={at} title={exact}>
      <span className="screen-only">{whenWords(at, zone, now)}</span>
      <span className="print-only">{exact}</span>
    </time>
  )
}
