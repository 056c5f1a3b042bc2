import { Suspense, useState, type ReactNode, type RefObject } from 'react'
import { atWords } from '#platform/dates/words.ts'
import { lazyPart } from '#platform/browser/load-part.ts'
import type { Person } from '#platform/calls/person.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { iconCheck, iconClose } from '#platform/ui/display/icons.ts'
import { KeptNote } from '#platform/ui/form/kept-note.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import type { AuthDetail, PriorAuth } from '#features/authorizations/contract.ts'
import { handedOverStatuses, isComplete, status } from '#features/authorizations/statuses.ts'
import { isPharmacist, isUrPhysician } from '#features/permissions/rules.ts'
import { Approve, type ApproveProps } from './approve/form.tsx'
import { whyNoApproval } from './why-no-approval.ts'
import { isOnItsWay, isTyped, type Draft } from './draft.ts'
import css from './decision.module.css'
import { PaneForm, SheetForm } from './form/frame.tsx'
import { fieldId, type FormParts } from './form/parts.tsx'
import { OnItsWay, ReadOnly } from './pane/no-form.tsx'
import { Reject, type RejectProps } from './reject/form.tsx'
import { mayReject } from './may-reject.ts'
import { mineLines } from './pane/mine-lines.ts'
import { sentOnBy, conflictWith } from './pane/conflict.ts'
import { noticeOf } from './notice.ts'
import type { DecisionDraft } from './use-decision-draft.ts'
import type { useDecide } from './use-decide.ts'

// On few requests: loaded when shown.
const NotNow = lazyPart(() => import('./pane/not-now.tsx').then((it) => it.NotNow))
const Decided = lazyPart(() => import('./pane/outcome.tsx').then((it) => it.Decided))
const Conflict = lazyPart(() => import('./pane/conflict.tsx').then((it) => it.Conflict))

export type DecisionPaneProps = {
  detail: AuthDetail
  person: Person
  today: string
  now: number
  /** Prior authorizations and blocks of the claim that are in force, others than of this request. */
  inForce: readonly PriorAuth[]
  /** What a determination means for the form. */
  determinationNote: ApproveProps['determinationNote']
  /** Asks for a note, and hands the request to reviewers. */
  onReview: () => void
  /** Shows whether the claim would pay under an approval. */
  trial: ApproveProps['trial']
  /** The drug to use instead of what is rejected. */
  instead: RejectProps['instead']
  /** What would leave if the form were sent as it stands. */
  goesOut: ApproveProps['goesOut']
  /** Which form is shown; undefined on phones while none is open. */
  form: 'approve' | 'reject' | undefined
  onForm: (form: 'approve' | 'reject' | undefined) => void
  /** The form that asked for the focus; cleared once it has it. */
  wantedRef: RefObject<'approve' | 'reject' | undefined>
  /** What this person typed and sent about it. */
  mine: DecisionDraft
  act: ReturnType<typeof useDecide>
  /** Opens the next request of the list that waits; undefined when none does. */
  onNext: (() => void) | undefined
  back: string
  /** Opens the record of what was known when this was decided. */
  onKnown: () => void
  /** What can still be done after the decision. */
  after: ReactNode
  /** Where the question to a pharmacist stands, of a request that waits for one. */
  waiting: ReactNode
  /** Of a request that waits for this person: who handed it over, until when, who took it. */
  answering: ReactNode
  /** On phones the form is a sheet over the whole screen. */
  narrow: boolean
}

/** What the pane shows: the form, that it was sent, why there is none, what was decided, or a conflict. */
export type PaneState = 'form' | 'sent' | 'readOnly' | 'notNow' | 'decided' | 'conflict'

/** Whether it waits for a pharmacist, and this person is none of those who decide it meanwhile. */
const isWithPharmacist = (
  { authorizationStatusId, jurisState, reconsiderationLevel }: AuthDetail,
  person: Person,
): boolean =>
  authorizationStatusId === status.PENDING_CLINICAL &&
  reconsiderationLevel < 3 &&
  !isPharmacist(person) &&
  !isUrPhysician(person, jurisState)

/** Which of its states the pane is in for this person and request. */
export function paneState(detail: AuthDetail, draft: Draft, sending: boolean, person: Person): PaneState {
  if (conflictWith(detail, draft)) return 'conflict'
  if (isComplete(detail.authorizationStatusId)) return 'decided'
  if (!sending && isOnItsWay(draft, detail)) return 'sent'
  const why = detail.blockedReasons.find(({ action }) => action === 'approve')
  const waits = isWithPharmacist(detail, person)
  if (!waits && (!whyNoApproval(detail) || mayReject(detail) !== 'no')) return 'form'
  return why?.code === 'UPDATE_BLOCKED' ? 'readOnly' : 'notNow'
}

/** The decision beside the evidence. */
export function DecisionPane(props: DecisionPaneProps) {
  const { detail, person, now, mine, act, form, onForm } = props
  const { draft, change } = mine
  const state = paneState(detail, draft, act.sending, person)
  const other = conflictWith(detail, draft)
  // The form that had the focus gives way to what was decided: only then do its words take the focus.
  const [hadForm, setHadForm] = useState(state === 'form')
  if (state === 'form' && !hadForm) setHadForm(true)
  if (other) {
    const meant = draft.failure?.form ?? form ?? 'approve'
    return (
      <Suspense fallback={null}>
        <Conflict
          other={other}
          sentBy={sentOnBy(detail, other)}
          mine={mineLines(draft, meant)}
          form={meant}
          zone={person.timeZone}
          now={now}
          onKeepOther={mine.forget}
          onLookAgain={() => change({ failure: undefined, version: detail.version })}
        />
      </Suspense>
    )
  }
  if (state === 'decided') {
    const { onNext, back, onKnown, after } = props
    return (
      <Suspense fallback={null}>
        <Decided
          detail={detail}
          now={now}
          zone={person.timeZone}
          justNow={hadForm}
          busy={act.busy === 'undo'}
          onUndo={() => void act.takeBack(noticeOf(detail, 'Undone'))}
          {...{ onNext, back, onKnown, after }}
        />
      </Suspense>
    )
  }
  if (state === 'sent') return <OnItsWay />
  if (state === 'readOnly') return <ReadOnly detail={detail} />
  if (state === 'notNow') {
    const takeBack = () =>
      void act.move({ status: 'pending', notice: noticeOf(detail, 'Returned to pending') }, detail.version)
    return (
      <Suspense fallback={null}>
        <NotNow
          detail={detail}
          zone={person.timeZone}
          justNow={hadForm}
          busy={act.busy === 'move'}
          onTakeBack={takeBack}
          typed={isTyped(draft) && detail.handedOver?.byName !== person.name}
          waiting={props.waiting}
        />
      </Suspense>
    )
  }
  return form === undefined ? null : <Forms {...props} form={form} onForm={onForm} />
}

function Forms(props: DecisionPaneProps & { form: 'approve' | 'reject' }) {
  const { detail, person, today, now, inForce, determinationNote, mine, act, form, onForm, narrow, wantedRef } = props
  const { draft, change } = mine
  const choose = (
    <Segmented
      label="Decision"
      block
      value={form}
      options={[
        { value: 'approve', label: 'Approve', icon: iconCheck, tone: 'teal' },
        { value: 'reject', label: 'Reject', icon: iconClose, tone: 'red' },
      ]}
      onChange={onForm}
    />
  )
  const stale = draft.version !== undefined && detail.version > draft.version && (
    <Note
      tone="blue"
      role="status"
      act={
        <Button id={fieldId('reviewed')} size="small" onClick={() => change({ version: detail.version })}>
          Reviewed
        </Button>
      }
    >
      <b>This request changed while you were working.</b> Review it before you decide. Your entries are saved.
    </Note>
  )
  const { returned } = detail
  const from = detail.handedOver?.note ? detail.handedOver : returned
  const noted = from && (from.note !== null || returned?.saved) && (
    <Note tone="blue">
      {from.note !== null && (
        <>
          <b>
            {returned ? 'Returned' : 'Sent'} by {from.byName}
            {from.about ? `, ${from.about}` : ''}:
          </b>{' '}
          {from.note}{' '}
        </>
      )}
      {returned?.saved && 'The form has what you had approved.'}
    </Note>
  )
  const { shown, discard, takeOther, keepMine } = mine.kept[form]
  const zone = person.timeZone
  const above = (
    <>
      {handedOverStatuses.includes(detail.authorizationStatusId) && props.answering}
      {noted}
      {stale}
      <KeptNote {...shown} {...{ zone, now }} onDiscard={discard} onTakeOther={takeOther} onKeepMine={keepMine} />
    </>
  )
  const below = shown.saved && !shown.unsaved && (
    <p className={css.small}>Draft saved {atWords(shown.saved, zone, now)}.</p>
  )
  const frame = (parts: FormParts) =>
    narrow ? (
      <SheetForm
        {...{ parts, form, choose, above, below, detail, zone, wantedRef }}
        onClose={() => onForm(undefined)}
      />
    ) : (
      <PaneForm {...{ parts, choose, above, below, detail, zone, wantedRef }} />
    )
  const shared = {
    detail,
    person,
    today,
    now,
    inForce,
    determinationNote,
    draft,
    change,
    decide: (verdict: Parameters<typeof act.decide>[0]) => void act.decide(verdict),
    sending: act.sending,
    busy: act.busy === form,
    frame,
    goesOut: props.goesOut,
  }
  if (form === 'reject') return <Reject {...shared} onReview={props.onReview} instead={props.instead} />
  const whyNot = whyNoApproval(detail)
  if (!whyNot) return <Approve {...shared} trial={props.trial} />
  return frame({
    fields: (
      <Note tone="amber">
        <b>{whyNot}</b>
      </Note>
    ),
  })
}
