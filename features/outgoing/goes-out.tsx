import { createPortal } from 'react-dom'
import type { InputOf, OutputOf } from '#platform/calls/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { faxWords, phoneWords } from '#platform/text/phone-words.ts'
import type { AsSent } from '#features/decisions/as-sent.ts'
import { cx } from '#platform/ui/cx.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconMail, iconStore, iconUser } from '#platform/ui/display/icons.ts'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { RefreshBar } from '#platform/ui/list/refresh-bar.tsx'
import { outgoing, type Outgoing } from './contract.ts'
import css from './goes-out.module.css'

type Decision = Omit<InputOf<typeof outgoing.shown>, 'authorizationId'>

/** What the form sends, without what the address says. */
function decisionOf({ kind, input: { id: _id, version: _version, ...input } }: AsSent): Decision {
  return { [kind]: input }
}

const settlesAfter = 700
const icons = { PHARMACY: iconStore, PRESCRIBER: iconMail, PATIENT: iconUser }
const ways: Readonly<Record<Outgoing['channel'], string>> = {
  PHARMACY: 'Message',
  FAX: 'Fax',
  MAIL: 'E-mail',
  SMS: 'Text',
  POST: 'Letter',
}

/** "Fax to Calliope Reed-Marsh, NP, 478-555-0166" */
function headOf({ channel, name, address }: Outgoing): string {
  const where =
    address === null
      ? channel === 'PHARMACY'
        ? ''
        : ', not sent: no address on file'
      : channel === 'FAX'
        ? `, ${faxWords(address)}`
        : channel === 'SMS'
          ? `, ${phoneWords(address)}`
          : ''
  return `${ways[channel]} to ${name}${where}`
}

type GoesOutProps = {
  authorizationId: string
  /** What the form sends; undefined while something is missing. */
  sent: AsSent | undefined
  /** Where it is shown, beside the form; inside of it where there is no room. */
  place: HTMLElement | null
}

/** What leaves when the form is sent as it stands: the words pharmacy, prescriber and patient get. Follows the form. */
export function GoesOut({ authorizationId, sent, place }: GoesOutProps) {
  const wanted = JSON.stringify(sent ? decisionOf(sent) : null)
  const settled = useRested(wanted, settlesAfter)
  const input = JSON.parse(settled) as Decision | null
  const { data, error, isFetching, refetch } = useRead(
    outgoing.shown,
    { authorizationId, ...input },
    { off: input === null, keepPrevious: true },
  )
  const card = (
    <Card
      title="What goes out"
      sub="changes as you type"
      acts={
        input !== null && (
          <Button tone="quiet" size="small" busy={isFetching} busyLabel="Loading" onClick={() => void refetch()}>
            Show again
          </Button>
        )
      }
    >
      <RefreshBar busy={isFetching || settled !== wanted} />
      {sent === undefined || input === null ? (
        <p className="muted">Complete the form to see what goes out.</p>
      ) : error && !isFetching ? (
        <p>What goes out could not be loaded. {error.message}</p>
      ) : data ? (
        <Messages of={data} />
      ) : (
        <Skeleton width="100%" height={284} />
      )}
    </Card>
  )
  return place ? createPortal(card, place) : card
}

function Messages({ of: { why, isSaved, messages } }: { of: OutputOf<typeof outgoing.shown> }) {
  if (why !== null) return <p>Nothing goes out: this decision would be refused. {why}</p>
  if (isSaved) return <p>Nothing goes out now: nobody outside is notified until it is answered.</p>
  const silent = (['PRESCRIBER', 'PATIENT'] as const).filter((to) => !messages.some((one) => one.to === to))
  return (
    <>
      <ul className={css.messages} aria-label="Messages of this decision">
        {messages.map((one) => (
          <li key={`${one.to} ${one.channel} ${one.address ?? `${one.name} ${one.text}`}`}>
            <h3>
              <Icon of={icons[one.to]} /> {headOf(one)}
            </h3>
            <div className={css.text} role="region" aria-label={headOf(one)} tabIndex={0}>
              {one.text}
            </div>
          </li>
        ))}
      </ul>
      {silent.length > 0 && (
        <p className={cx('muted', css.none)}>
          {silent
            .map((to) => (to === 'PRESCRIBER' ? 'The prescriber gets no message.' : 'The patient gets no message.'))
            .join(' ')}
        </p>
      )}
    </>
  )
}
