import { useState } from 'react'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { CallFailed } from '#platform/browser/call.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { iconPlus } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { ReviewText } from '#features/authorizations/review-shape.ts'
import { determinations } from './contract.ts'
import css from './determinations.module.css'
import { reviewNotice } from './review.ts'

type Criterion = { text: string; answer: ReviewText['criteria'][number]['answer'] | undefined }
type Form = { rationale: string; citation: string; criteria: readonly Criterion[]; peerToPeer: string }
const empty: Form = { rationale: '', citation: '', criteria: [{ text: '', answer: undefined }], peerToPeer: '' }
const MOST_CRITERIA = 12
const answers = [
  { value: 'MET', label: 'Met' },
  { value: 'NOT_MET', label: 'Not met' },
  { value: 'NOT_SHOWN', label: 'Not shown' },
] as const

/** What a reviewer writes before deciding less than was asked, with the notice it makes. */
export function ReviewForm({ authorizationId }: { authorizationId: string }) {
  const { data } = useRead(determinations.list, { id: authorizationId })
  const referral = data?.referrals.find(({ closedAt }) => closedAt === null)
  return referral ? <Fields key={referral.referralId} id={authorizationId} saved={referral.review} /> : null
}

type Saved = AnswerOf<typeof determinations.list>['referrals'][number]['review']

function Fields({ id, saved }: { id: string; saved: Saved }) {
  const { person } = useUser()
  const [form, setForm] = useState<Form>(saved?.byId === person.id ? saved : empty)
  const [tried, setTried] = useState(false)
  const { mutate, isPending, error } = useAct(determinations.review)
  const read = ReviewText.safeParse({
    rationale: form.rationale,
    citation: form.citation,
    criteria: form.criteria,
    peerToPeer: form.peerToPeer,
  })
  const problemAt = (...path: (string | number)[]): string | undefined =>
    tried && !read.success
      ? read.error.issues.find((issue) => issue.path.join('.') === path.join('.'))?.message
      : undefined
  const set = (change: Partial<Form>) => setForm({ ...form, ...change })
  const setCriterion = (at: number, change: Partial<Criterion>) =>
    set({ criteria: form.criteria.map((one, index) => (index === at ? { ...one, ...change } : one)) })
  const onSave = () => {
    setTried(true)
    if (isPending || !read.success) return
    mutate(
      { id, ...read.data },
      { onSuccess: () => toast({ tone: 'success', words: 'The review was saved. Decide below.' }) },
    )
  }
  return (
    <section className={css.form} aria-labelledby="your-review">
      <h3 id="your-review">Your review</h3>
      <p>Required before you certify less than was asked, or deny. Certify as asked without it.</p>
      {error instanceof CallFailed && <FailedNote failure={error} what="NOT saved." />}
      {form.criteria.map((one, at) => (
        <div key={at} className={css.entry}>
          <TextField
            label={`Criterion ${at + 1}`}
            required
            value={one.text}
            onChange={(text) => setCriterion(at, { text })}
            error={problemAt('criteria', at, 'text')}
          />
          <RadioGroup
            legend={`Is criterion ${at + 1} met?`}
            row
            options={answers}
            value={one.answer}
            onChange={(answer) => setCriterion(at, { answer })}
            {...(problemAt('criteria', at, 'answer') && { error: 'Choose met, not met or not shown.' })}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={iconPlus}
        disabled={form.criteria.length >= MOST_CRITERIA}
        onClick={() => set({ criteria: [...form.criteria, { text: '', answer: undefined }] })}
      >
        Add a criterion
      </Button>
      <TextField
        label="Guideline"
        required
        hint="Name and section."
        value={form.citation}
        onChange={(citation) => set({ citation })}
        error={problemAt('citation')}
      />
      <TextArea
        label="Rationale"
        required
        hint="The prescriber and the worker read it. 80 characters or more."
        rows={4}
        limit={1000}
        value={form.rationale}
        onChange={(rationale) => set({ rationale })}
        error={problemAt('rationale')}
      />
      <TextField
        label="Call you offer the prescriber"
        required
        hint="Two times and a number."
        value={form.peerToPeer}
        onChange={(peerToPeer) => set({ peerToPeer })}
        error={problemAt('peerToPeer')}
      />
      {read.success && (
        <Note tone="blue">
          <b>The notice of less than was asked will say:</b> {reviewNotice(read.data)}
        </Note>
      )}
      <Button busy={isPending} busyLabel="Saving" onClick={onSave}>
        Save the review
      </Button>
    </section>
  )
}
