import { Suspense } from 'react'
import { lazyPart } from '#platform/browser/load-part.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords, whenWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { Timer } from '#platform/ui/display/timer.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { clinical } from '#features/clinical/contract.ts'
import { useTake } from '#features/clinical/use-take.ts'
import { determinations } from '#features/determinations/contract.ts'
import { SavedApproval } from '#features/decisions/saved-approval.tsx'
import { status } from '#features/authorizations/statuses.ts'
import { timeLeft } from '#features/deadlines/timer.ts'
import { SecondPrice } from './second-price.tsx'
import { lateWords, stepsOf, waitedWords } from './waiting-words.ts'
import css from './waiting-card.module.css'

const Thread = lazyPart(() => import('#features/clinical/thread.tsx').then((it) => it.Thread))
type AnsweringProps = {
  detail: AuthDetail
  zone: string
  now: number
  /** Opens the dialog of a question or of a call; it lies outside the form that this stands in. */
  onDialog: (dialog: 'ask' | 'call') => void
  /** Asks for a note, and returns it; R does so where there is nothing to reject by it. */
  onReturn: (() => void) | undefined
}

/** For who answers what was handed over: who sent it, since when and until when, who took it, what was saved, and what one may do. */
export function AnsweringCard({ detail, zone, now, onDialog, onReturn }: AnsweringProps) {
  const { authorizationId, firstApproval, handedOver } = detail
  const { person } = useUser()
  const { data } = useRead(clinical.waiting, { authorizationId })
  const confirms = detail.authorizationStatusId === status.PENDING_SECOND_APPROVAL
  const inReview = detail.authorizationStatusId === status.PENDING_UR
  const reviews = useRead(determinations.list, { id: authorizationId }, { off: !inReview })
  const review = reviews.data?.referrals.find(({ closedAt }) => closedAt === null)?.review
  const take = useTake()
  const asked = data?.asked
  const mine = asked?.takenBy?.userId === person.id
  const mayTake = asked !== undefined && asked !== null && (mine || asked.whyNotTake === null)
  const mayAsk = asked?.whyNotWrite === null
  const mayCall = asked?.whyNotCall === null
  const onTake = () => take.onTake(authorizationId, mine)
  const onAsk = () => onDialog('ask')
  const onCall = () => onDialog('call')
  useKeys({ ...(mayTake && { t: onTake }), ...(mayAsk && { q: onAsk }), ...(mayCall && { p: onCall }) })
  if (!data) return <Skeleton width={280} height={120} />
  if (!asked) return null
  const left = timeLeft(asked.due, new Date(now).toISOString(), { receivedAt: asked.at })
  const sender = handedOver?.byName ?? 'The case owner'
  return (
    <section className={css.handed} aria-label="Handed over">
      <p className={css.person}>
        <Avatar name={sender} size="small" />
        <span>
          <b>{stepsOf(detail).done(sender)}</b>
          <small>
            {whenWords(asked.at, zone, now)}, {waitedWords(now - Date.parse(asked.at))} ago
          </small>
        </span>
      </p>
      {confirms && <SecondPrice detail={detail} />}
      {firstApproval && <SavedApproval of={firstApproval} except={handedOver?.note} />}
      <div className={cx(css.who, left.tone === 'overdue' && css.late)}>
        <Facts
          of={[
            [
              'Answer due',
              <Timer
                key="due"
                tone={left.tone === 'overdue' ? 'over' : left.tone === 'soon' ? 'soon' : 'ok'}
                words={left.words}
                fraction={left.fraction}
                exact={`Answer due ${exactWords(asked.due, zone)}`}
                dateTime={asked.due}
              />,
            ],
            ['If late', lateWords(asked.who)],
            [`${detail.jurisState} due`, exactWords(detail.statutoryDueAt, zone)],
            ...(inReview
              ? [['Your review', review?.byId === person.id ? 'saved' : 'needed to certify less or deny'] as const]
              : []),
            ['Taken by', mine ? 'you' : (asked.takenBy?.name ?? 'nobody yet')],
            ...(firstApproval && firstApproval.waitsFor.length > 0
              ? [['Left for you', firstApproval.waitsFor.join(', ')] as const]
              : []),
          ]}
        />
      </div>
      <Suspense fallback={null}>
        <Thread of={asked} waited={(since) => waitedWords(now - Date.parse(since))} zone={zone} now={now} />
      </Suspense>
      <div className={css.acts}>
        {mayTake && (
          <Button keys={['T']} busy={take.isPending} busyLabel={mine ? 'Giving back' : 'Taking'} onClick={onTake}>
            {mine ? 'Give back' : 'Take'}
          </Button>
        )}
        {mayAsk && (
          <Button keys={['Q']} onClick={onAsk}>
            Ask {sender.split(' ')[0]}
          </Button>
        )}
        {mayCall && (
          <Button keys={['P']} onClick={onCall}>
            Record a call
          </Button>
        )}
        {onReturn && (
          <Button {...(confirms && { keys: ['R'] })} onClick={onReturn}>
            Return with a note
          </Button>
        )}
      </div>
    </section>
  )
}
