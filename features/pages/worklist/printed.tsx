import { useUser } from '#platform/browser/use-user.ts'
import { exactWords } from '#platform/dates/words.ts'
import css from './printed.module.css'

/** Above the rows on paper: what they are of, when and by whom they were printed. */
export function Printed({ of, now }: { of: string; now: number }) {
  const { carrier, person } = useUser()
  return (
    <p className={css.printed}>
      {carrier.name} · {of}
      <span>
        Printed {exactWords(new Date(now).toISOString(), person.timeZone)} by {person.name}. Confidential health
        information.
      </span>
    </p>
  )
}
