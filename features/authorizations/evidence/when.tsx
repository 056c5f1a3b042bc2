import { exactWords, whenWords } from './in-words.ts'

export type WhenProps = {
  /** ISO 8601. */
  at: string
  zone: string
  /** The server's time in ms. */
  now: number
}

/** An instant in a few words, with the exact one and its zone on hover and in print. */
export function When({ at, zone, now }: WhenProps) {
  return (
    <time dateTime={at} title={exactWords(at, zone)}>
      {whenWords(at, zone, now)}
    </time>
  )
}
