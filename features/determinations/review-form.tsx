import { useState } from 'react'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { CallFailed } from '#platform/browser/call.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { atWords, whenWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { CopyButton } from '#platform/ui/button/copy-button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconCheck, iconPlus } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { KeptNote } from '#platform/ui/form/kept-note.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { sendingOf } from '#features/drafts/keepers.ts'
import { useDraft } from '#features/drafts/use-draft.ts'
import { licenseLine } from '#features/permissions/license-words.ts'
import type { License } from '#features/permissions/professions.ts'
import { isUrPhysician } from '#features/permissions/rules.ts'
import { determinations } from './contract.ts'
import { Criterion } from './criterion.tsx'
import css from './review-form.module.css'
import {
  answersInWords,
  MOST_CRITERIA,
  nextAnswer,
  noCriterion,
  nothingTyped,
  noticeSoFar,
  reviewDraft,
  reviewOf,
  reviewProblems,
  typedFrom,
  type TypedCriterion,
  type TypedReview,
} from './typed-review.ts'

type ReviewProps = { detail: AuthDetail; zone: string; now: number }
type Saved = AnswerOf<typeof determinations.list>['referrals'][number]['review']

/** What a reviewer writes before deciding less than was asked, with the notice it makes; a nurse prepares it. */
export function ReviewForm(props: ReviewProps) {
  const { data } = useRead(determinations.list, { id: props.detail.authorizationId })
  const [newest] = data?.referrals ?? []
  return newest ? (
    <Fields
      key={newest.referralId}
      {...props}
      saved={newest.review}
      isOpen={newest.closedAt === null}
      license={data?.license ?? null}
    />
  ) : null
}

type FieldsProps = ReviewProps & { saved: Saved; isOpen: boolean; license: License | null }
function Fields({ detail, zone, now, saved, isOpen, license }: FieldsProps) {
  const { person, carrier } = useUser()
  const id = detail.authorizationId
  const isPhysician = isUrPhysician(person, detail.jurisState)
  const isMine = saved?.byId === person.id
  const [kept, setKept] = useState<TypedReview>()
  const { shown, discard, takeOther, keepMine } = useDraft(reviewDraft, id, kept, setKept)
  const sending = sendingOf({ mc: carrier.code, userId: person.id, about: 'request', subjectId: id }, reviewDraft.name)
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<CallFailed>()
  const act = useAct(determinations.review)
  const typed = kept ?? (saved ? typedFrom(saved) : nothingTyped)
  const problems = reviewProblems(typed)
  const error = (field: string) => (tried ? problems.get(field) : undefined)

  const set = (change: Partial<TypedReview>) => {
    setKept({ ...typed, ...change })
    setFailure(undefined)
  }
  const setCriterion = (at: number, to: TypedCriterion) =>
    set({ criteria: typed.criteria.map((one, index) => (index === at ? to : one)) })
  const step = (at: number) => {
    const one = typed.criteria[at]
    return one ? setCriterion(at, { ...one, answer: nextAnswer(one.answer) }) : false
  }
  const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => [String(number), () => step(number - 1)])
  useKeys(isOpen ? Object.fromEntries(digits) : {})

  const onSave = async () => {
    if (act.isPending) return
    const [first] = problems.keys()
    if (first !== undefined) {
      setTried(true)
      document.getElementById(`review-${first}`)?.focus()
      return
    }
    sending.sent()
    try {
      await act.mutateAsync({ id, ...reviewOf(typed) })
      sending.taken({ forget: true })
      setTried(false)
      toast({
        tone: 'success',
        words: isPhysician ? 'The review was saved. Decide beside it.' : 'The review was saved.',
      })
    } catch (reason) {
      sending.back()
      if (!(reason instanceof CallFailed)) throw reason
      setFailure(reason)
    }
  }

  if (!isOpen) return <NotUsed typed={kept} detail={detail} name={person.name} />
  const state =
    kept && shown.saved && !shown.unsaved ? (
      <Badge>Draft saved {atWords(shown.saved, zone, now)}</Badge>
    ) : !kept && saved && isMine ? (
      <Badge tone="green" icon={iconCheck}>
        Saved {atWords(saved.at, zone, now)}
      </Badge>
    ) : undefined
  const { fax } = detail.prescriber
  return (
    <Card title={isPhysician ? 'Your review' : 'Your first look'} sub="Required for less than was asked" acts={state}>
      <div className={css.form}>
        {!isPhysician && (
          <Note tone="blue">
            <b>Certify as asked, or prepare this review.</b> Certifying less or denying takes a physician reviewer
            licensed in {detail.jurisState}, who finds here what you save.
          </Note>
        )}
        <KeptNote {...shown} {...{ zone, now }} onDiscard={discard} onTakeOther={takeOther} onKeepMine={keepMine} />
        {saved && !isMine && (
          <Note tone="teal">
            <b>{saved.byName} prepared this</b> {whenWords(saved.at, zone, now)}. Save it as yours before you decide
            less than was asked.
          </Note>
        )}
        {failure && <FailedNote failure={failure} what="NOT saved." />}
        <ol className={css.criteria} aria-label="Criteria of the guideline">
          {typed.criteria.map((one, at) => (
            <Criterion
              key={at}
              number={at + 1}
              value={one}
              onChange={(to) => setCriterion(at, to)}
              onRemove={
                typed.criteria.length > 1
                  ? () => set({ criteria: typed.criteria.filter((_, index) => index !== at) })
                  : undefined
              }
              textProblem={error(`criteria.${at}.text`)}
              answerProblem={error(`criteria.${at}.answer`)}
            />
          ))}
        </ol>
        <div className={css.under}>
          <span role="status">{answersInWords(typed.criteria)}</span>
          <span className={css.byKey}>Press its number to step through the answers.</span>
          <span className="grow" />
          <Button
            size="small"
            icon={iconPlus}
            disabled={typed.criteria.length >= MOST_CRITERIA}
            onClick={() => set({ criteria: [...typed.criteria, noCriterion] })}
          >
            Add a criterion
          </Button>
        </div>
        <div className={css.columns}>
          <div className={css.column}>
            <TextField
              label="Guideline cited"
              required
              id="review-citation"
              hint="Name and section, or the study."
              value={typed.citation}
              onChange={(citation) => set({ citation })}
              error={error('citation')}
            />
            <TextField
              label="Call you offer the prescriber"
              required
              id="review-peerToPeer"
              hint="Two times and a number."
              value={typed.peerToPeer}
              onChange={(peerToPeer) => set({ peerToPeer })}
              error={error('peerToPeer')}
            />
          </div>
          <TextArea
            label="Rationale"
            required
            id="review-rationale"
            hint="80 characters or more. The prescriber and the patient read it."
            rows={5}
            limit={1000}
            value={typed.rationale}
            onChange={(rationale) => set({ rationale })}
            error={error('rationale')}
          />
        </div>
        <section className={css.goesOut} aria-label="What goes out">
          <h3>What goes out if you decide less</h3>
          <small>
            To the prescriber{fax ? ` by fax ${fax}` : ', who has no fax on file'}, and in the patient’s letter.
          </small>
          <p>{noticeSoFar(typed)}</p>
        </section>
        <div className={css.foot}>
          <Button busy={act.isPending} busyLabel="Saving" onClick={() => void onSave()}>
            Save the review
          </Button>
          <span>
            {isPhysician ? 'Nothing is sent before you decide.' : 'Nothing is sent before a physician decides.'} Your
            license: {license ? licenseLine(license, dateIn(now, zone)) : `${detail.jurisState}, as in your profile`}.
          </span>
        </div>
      </div>
    </Card>
  )
}

/** Somebody else decided or returned it first: what this person had typed stays to be read and copied. */
function NotUsed({ typed, detail, name }: { typed: TypedReview | undefined; detail: AuthDetail; name: string }) {
  const by = detail.decision?.decidedBy
  if (!typed || by === name) return null
  const text = noticeSoFar(typed)
  return (
    <Card title="Your review was not used" acts={<CopyButton text={text} label="Copy what you wrote" done="Copied." />}>
      <div className={css.form}>
        <p role="status">
          {by ? `${by} decided this first.` : 'This is no longer in utilization review.'} You had written:
        </p>
        <p className={css.goesOut}>{text}</p>
      </div>
    </Card>
  )
}
