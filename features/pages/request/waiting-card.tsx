import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '#platform/browser/load-part.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords, whenWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { iconReminder, iconCheck, iconChat, iconUser, iconStethoscope, iconStore } from '#platform/ui/display/icons.ts'
import { Icon } from '#platform/ui/display/icon.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { Timer } from '#platform/ui/display/timer.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { clinical } from '#features/clinical/contract.ts'
import { timeLeft } from '#features/deadlines/timer.ts'
import { lateWords, stateOfQuestion, stepsOf, waitedWords } from './waiting-words.ts'
import css from './waiting-card.module.css'

const Thread = lazyPart(() => import('#features/clinical/thread.tsx').then((it) => it.Thread))
const AskDialog = lazyPart(() => import('#features/clinical/ask-dialog.tsx').then((it) => it.AskDialog))

const hints: readonly Hint[] = [
  { keys: ['T'], does: 'Take back' },
  { keys: ['P'], does: 'Nudge' },
  { keys: ['N'], does: 'Note' },
  { keys: ['H'], does: 'Timeline' },
  { keys: ['J', 'K'], does: 'Next, previous' },
  { keys: ['Esc'], does: 'Back to list' },
  { keys: ['?'], does: 'All' },
]

type WaitingProps = { detail: AuthDetail; zone: string; now: number }
type Question = NonNullable<AnswerOf<typeof clinical.waiting>['asked']>

/** While somebody else is next: the steps, who has it, until when the answer is wanted, and what one may do meanwhile. */
export function WaitingCard({ detail, zone, now }: WaitingProps) {
  const { authorizationId } = detail
  const { data, error, refetch, isFetching } = useRead(clinical.waiting, { authorizationId })
  if (error && !data)
    return (
      <ErrorState
        small
        title="Who has it could not be loaded"
        safe="The request itself is safe."
        text={error.message}
        supportId={error.supportId}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  if (!data) return <Skeleton width={280} height={180} />
  return data.asked ? <Waiting {...{ detail, zone, now }} asked={data.asked} /> : null
}

function Waiting({ detail, zone, now, asked }: WaitingProps & { asked: Question }) {
  const { authorizationId, handedOver } = detail
  const { person } = useUser()
  const [writing, setWriting] = useState(false)
  const nudge = useAct(clinical.nudge)
  const { takenBy, nextNudgeAt, who } = asked
  const steps = stepsOf(detail)
  // The time runs out while one looks.
  const nudgeIn =
    nextNudgeAt === null
      ? 0
      : Math.min(asked.nudgeMinutes, Math.max(0, Math.ceil((Date.parse(nextNudgeAt) - now) / 60_000)))
  const mayNudge = asked.whyNotNudge === null || (nextNudgeAt !== null && nudgeIn === 0)
  const onNudge = () => {
    if (nudge.isPending || !mayNudge) return
    nudge.mutate(
      { authorizationId },
      {
        onSuccess: ({ to }) =>
          toast({ tone: 'success', words: to ? `${to} was reminded.` : `The ${who}s were reminded.` }),
        onError: (error) => toast({ tone: 'error', words: 'Nobody was reminded.', detail: error.message }),
      },
    )
  }
  const onWrite = () => setWriting(true)
  const mayWrite = asked.whyNotWrite === null
  useHints(hints)
  useKeys({ ...(mayNudge && { p: onNudge }), ...(mayWrite && { n: onWrite }) })
  const state = stateOfQuestion(asked, now)
  const left = timeLeft(asked.due, new Date(now).toISOString(), { receivedAt: asked.at })
  const sender = handedOver?.byName === person.name ? 'You' : (handedOver?.byName ?? 'The case owner')
  const firstName = takenBy?.name.split(' ')[0]
  return (
    <div className={css.waiting}>
      <ol className={css.steps} aria-label="Steps">
        <Step state="done" icon={iconCheck} time={whenWords(asked.at, zone, now)}>
          {steps.done(sender)}
        </Step>
        <Step state="now" icon={who === 'pharmacist' ? iconStethoscope : iconUser} time="now">
          {steps.now}
        </Step>
        <Step state="next" icon={iconStore}>
          {steps.next}
        </Step>
      </ol>
      <section className={cx(css.who, state.late && css.late)} aria-label="Who has it">
        <p className={css.person}>
          {takenBy && <Avatar name={takenBy.name} size="small" />}
          <span>
            <b>{takenBy?.name ?? `No ${who} has taken it yet`}</b>
            <small>{state.words(zone, now)}</small>
          </span>
        </p>
        <Facts
          of={[
            ['Waiting since', `${whenWords(asked.at, zone, now)}, ${waitedWords(now - Date.parse(asked.at))}`],
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
            ['If late', lateWords(who)],
          ]}
        />
      </section>
      <Suspense fallback={null}>
        <Thread of={asked} waited={(since) => waitedWords(now - Date.parse(since))} zone={zone} now={now} />
      </Suspense>
      <div className={css.acts}>
        <Button
          icon={iconReminder}
          keys={['P']}
          busy={nudge.isPending}
          busyLabel="Reminding"
          disabled={!mayNudge}
          onClick={onNudge}
        >
          {firstName ? `Nudge ${firstName}` : 'Nudge'}
        </Button>
        <Button icon={iconChat} keys={['N']} disabled={!mayWrite} onClick={onWrite}>
          {asked.questionSince === null ? 'Send a note' : `Answer${firstName ? ` ${firstName}` : ''}`}
        </Button>
      </div>
      <p className={css.small}>
        {asked.nudge
          ? `${asked.nudge.byName === person.name ? 'You' : asked.nudge.byName} nudged ${whenWords(asked.nudge.at, zone, now)}. `
          : 'No nudge yet. '}
        {nudgeIn > 0
          ? `The next can go in ${nudgeIn} ${nudgeIn === 1 ? 'minute' : 'minutes'}.`
          : (!mayNudge && asked.whyNotNudge) || `One every ${asked.nudgeMinutes} minutes.`}
      </p>
      {detail.pharmacyWaiting && (
        <Note tone="amber">
          <b>Patient is at the counter.</b> The pharmacy has not been notified of anything yet.
        </Note>
      )}
      {writing && (
        <Suspense fallback={null}>
          <AskDialog
            authorizationId={authorizationId}
            by="owner"
            to={takenBy?.name}
            others={`${who}s`}
            onClose={() => setWriting(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

type StepProps = { state: 'done' | 'now' | 'next'; icon: string; time?: string; children: ReactNode }
const Step = ({ state, icon, time, children }: StepProps) => (
  <li className={css[state]} aria-current={state === 'now' ? 'step' : undefined}>
    <span className={css.mark}>
      <Icon of={icon} size={14} />
    </span>
    <span>{children}</span>
    {time && <small>{time}</small>}
  </li>
)
