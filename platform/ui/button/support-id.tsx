import { CopyButton } from './copy-button.tsx'
import css from './support-id.module.css'

type SupportIdProps = {
  id: string
  /** When it happened, with the zone. */
  time?: string
  /** In one line, inside notes. */
  inline?: boolean
}

/** The number that leads support to the log entry, with a copy button. */
export function SupportId({ id, time, inline }: SupportIdProps) {
  const copy = <CopyButton text={id} label="Copy Support Id" done="Support Id copied." />
  if (inline) {
    return (
      <span className={css.inline}>
        Support Id {id} {copy}
      </span>
    )
  }
  return (
    <dl className={css.box}>
      <dt>Support Id</dt>
      <dd>
        {id} {copy}
      </dd>
      {time && (
        <>
          <dt>Time</dt>
          <dd>{time}</dd>
        </>
      )}
    </dl>
  )
}
