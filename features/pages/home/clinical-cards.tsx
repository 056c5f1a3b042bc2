import { Link } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import { clinical } from '#features/clinical/contract.ts'
import { callsWords, type CallState } from '#features/clinical/prescriber-calls.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { whenWords } from '#platform/dates/words.ts'
import { phoneWords } from '#platform/text/phone-words.ts'
import { plural } from '#platform/text/plural.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconArrowRight } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import css from './clinical-cards.module.css'

type Call = AnswerOf<typeof clinical.prescriberCalls>['content'][number]
type OnDuty = AnswerOf<typeof clinical.onDuty>['content'][number]

const everyMs = 60_000
const tones: Readonly<Record<CallState, Tone>> = { LATE: 'red', AGAIN: 'amber', BOOKED: 'neutral', REACHED: 'green' }

/** What is next about a call: "Nobody answered, 2 calls". */
const stateWords = ({ state, calls }: Call): string =>
  state === 'LATE'
    ? 'Call now'
    : state === 'BOOKED'
      ? 'Agreed'
      : state === 'REACHED'
        ? 'Reached'
        : calls > 1
          ? `No answer, ${calls} calls`
          : 'No answer'

/** Calls to prescribers about questions a pharmacist has: agreed, to make again, and made today. Absent while there are none. */
function PrescriberCalls() {
  const { person } = useUser()
  const now = useNow()
  const read = useRead(clinical.prescriberCalls, {}, { everyMs })
  const { data } = read
  if (read.error && !data)
    return (
      <Card title="Prescriber calls">
        <NotLoaded small of={read} title="The calls could not be loaded" />
      </Card>
    )
  if (!data || data.content.length === 0) return null
  return (
    <Card
      title="Prescriber calls"
      sub={callsWords(data.content)}
      flush
      acts={
        <LinkButton
          href="/authorizations?view=clinical&part=prescriber"
          tone="quiet"
          size="small"
          iconEnd={iconArrowRight}
        >
          All calls
        </LinkButton>
      }
    >
      <ul className={css.calls} aria-label="Calls to prescribers, what is next first">
        {data.content.map((call) => (
          <li key={call.authorizationId}>
            <time dateTime={call.at}>{whenWords(call.at, person.timeZone, now)}</time>
            <span className={css.whom}>
              <b>{call.prescriberName}</b>
              <Link href={requestPath(call.authorizationId)}>
                {call.claimantName} · {call.drugName}
              </Link>
            </span>
            <span className={css.next}>
              {call.phone !== null && <a href={`tel:${call.phone.replaceAll(/\D/g, '')}`}>{phoneWords(call.phone)}</a>}
              <Badge tone={tones[call.state]}>{stateWords(call)}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** "3 taken, 9 answered today" */
const workWords = ({ taken, answeredToday }: OnDuty): string => `${taken} taken, ${answeredToday} answered today`

/** Whether they are at work, and what comes next: "away until Thu 9:00 AM". */
function dutyWords({ awayUntil, awayFrom }: OnDuty, zone: string, now: number): string {
  if (awayUntil !== null) return `Away until ${whenWords(awayUntil, zone, now)}`
  return awayFrom === null ? 'At work' : `At work, away from ${whenWords(awayFrom, zone, now)}`
}

/** The pharmacists of the carrier: who is there now, what each has, and who stands in for whom is away. */
function OnDutyCard() {
  const { person } = useUser()
  const now = useNow()
  const read = useRead(clinical.onDuty, {}, { everyMs })
  const { data } = read
  if (read.error && !data)
    return (
      <Card title="On duty">
        <NotLoaded small of={read} title="Who is on duty could not be loaded" />
      </Card>
    )
  if (!data || data.content.length === 0) return null
  const here = data.content.filter(({ awayUntil }) => awayUntil === null).length
  return (
    <Card title="On duty" sub={`${here} of ${plural(data.content.length, 'pharmacist')}`} flush>
      <ul className={css.duty} aria-label="Pharmacists of this carrier">
        {data.content.map((one) => (
          <li key={one.userId}>
            <Avatar name={one.name} />
            <span className={css.whom}>
              <b>
                {one.name}
                {one.userId === person.id && <small> (you)</small>}
                {one.senior && <small> (senior)</small>}
              </b>
              <small>
                {one.awayUntil === null
                  ? workWords(one)
                  : one.standIns.length > 0
                    ? `${one.standIns.join(', then ')} covers`
                    : 'Nobody covers'}
              </small>
            </span>
            <span className={one.awayUntil === null ? css.here : css.away}>{dutyWords(one, person.timeZone, now)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Beside a pharmacist's queue on Home. */
export function ClinicalCards() {
  return (
    <>
      <PrescriberCalls />
      <OnDutyCard />
    </>
  )
}
