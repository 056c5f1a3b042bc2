import { useState, type RefObject } from 'react'
import type { Person } from '#platform/person.ts'
import { Button } from '#platform/ui/button.tsx'
import { iconCheck, iconClose } from '#platform/ui/icons.ts'
import { Note } from '#platform/ui/note.tsx'
import { Segmented } from '#platform/ui/segmented.tsx'
import type { AuthDetail, PriorAuth } from '../contract.ts'
import { isComplete } from '../rules.ts'
import { Approve, toldOf } from './approve.tsx'
import { whyNoApproval } from './clearing.ts'
import { Conflict } from './conflict.tsx'
import { Decided } from './decided.tsx'
import { dropDraft, isOnItsWay, type Draft } from './drafts.ts'
import { PaneForm, SheetForm } from './form-frame.tsx'
import type { FormParts } from './form-parts.tsx'
import { NotNow, OnItsWay, ReadOnly } from './no-form.tsx'
import { Reject } from './reject.tsx'
import { mayReject } from './reject-form.ts'
import { conflictWith } from './theirs.ts'
import type { useDecide } from './use-decide.ts'

export type DecisionPaneProps = {
  detail: AuthDetail
  person: Person
  today: string
  now: number
  standing: readonly PriorAuth[]
  /** Which form is shown; undefined on phones while none is open. */
  form: 'approve' | 'reject' | undefined
  onForm: (form: 'approve' | 'reject' | undefined) => void
  /** The form that asked for the focus; cleared once it has it. */
  wantedRef: RefObject<'approve' | 'reject' | undefined>
  draftKey: string
  draft: Draft
  change: (change: Partial<Draft>) => void
  act: ReturnType<typeof useDecide>
  /** Opens the next request of the list that waits; undefined when none does. */
  onNext: (() => void) | undefined
  back: string
  /** On phones the form is a sheet over the whole screen. */
  narrow: boolean
}

/** What the pane shows: the form, that it was sent, why there is none, what was decided, or who was faster. */
export type PaneState = 'form' | 'sent' | 'readOnly' | 'notNow' | 'decided' | 'conflict'

/** Which of its states the pane is in for this person and request. */
export function paneState(person: Person, detail: AuthDetail, draft: Draft, sending: boolean): PaneState {
  if (conflictWith(detail, draft)) return 'conflict'
  if (isComplete(detail.authorizationStatusId)) return 'decided'
  if (!sending && isOnItsWay(draft, detail)) return 'sent'
  const why = detail.blockedReasons.find(({ action }) => action === 'approve')
  if (!whyNoApproval(person, detail) || mayReject(detail) !== 'no') return 'form'
  return why?.code === 'UPDATE_BLOCKED' ? 'readOnly' : 'notNow'
}

/** The decision beside the evidence. */
export function DecisionPane(props: DecisionPaneProps) {
  const { detail, person, now, draft, draftKey, change, act, form, onForm } = props
  const state = paneState(person, detail, draft, act.sending)
  const theirs = conflictWith(detail, draft)
  // The form that had the focus gives way to what was decided: only then do its words take the focus.
  const [hadForm, setHadForm] = useState(state === 'form')
  if (state === 'form' && !hadForm) setHadForm(true)
  if (theirs) {
    return (
      <Conflict
        theirs={theirs}
        draft={draft}
        form={draft.failure?.form ?? form ?? 'approve'}
        zone={person.timeZone}
        now={now}
        onKeepTheirs={() => dropDraft(draftKey)}
        onLookAgain={() => change({ failure: undefined, version: detail.version })}
      />
    )
  }
  if (state === 'decided') {
    const { onNext, back } = props
    return (
      <Decided
        detail={detail}
        zone={person.timeZone}
        justNow={hadForm}
        busy={act.sending}
        onUndo={() => void act.takeBack(toldOf(detail, 'Taken back'))}
        {...{ onNext, back }}
      />
    )
  }
  if (state === 'sent') return <OnItsWay />
  if (state === 'readOnly') return <ReadOnly detail={detail} />
  if (state === 'notNow') {
    const pull = () => act.move({ status: 'pending', told: toldOf(detail, 'Pulled back to pending') }, detail.version)
    return <NotNow detail={detail} person={person} justNow={hadForm} busy={act.sending} onPull={() => void pull()} />
  }
  return form === undefined ? null : <Forms {...props} form={form} onForm={onForm} />
}

function Forms(props: DecisionPaneProps & { form: 'approve' | 'reject' }) {
  const { detail, person, today, now, standing, draft, change, act, form, onForm, narrow, wantedRef } = props
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
        <Button size="small" onClick={() => change({ version: detail.version })}>
          I have looked
        </Button>
      }
    >
      <b>This request changed while you were working.</b> Look at it again before you decide. What you typed is kept.
    </Note>
  )
  const frame = (parts: FormParts) =>
    narrow ? (
      <SheetForm
        parts={parts}
        form={form}
        choose={choose}
        stale={stale}
        detail={detail}
        onClose={() => onForm(undefined)}
        wantedRef={wantedRef}
      />
    ) : (
      <PaneForm parts={parts} choose={choose} stale={stale} wantedRef={wantedRef} />
    )
  const shared = {
    detail,
    person,
    today,
    now,
    standing,
    draft,
    change,
    decide: (verdict: Parameters<typeof act.decide>[0]) => void act.decide(verdict),
    sending: act.sending,
    frame,
  }
  if (form === 'reject') return <Reject {...shared} onMove={(move) => void act.move(move, detail.version)} />
  const whyNot = whyNoApproval(person, detail)
  if (!whyNot) return <Approve {...shared} />
  return frame({
    fields: (
      <Note tone="amber">
        <b>{whyNot}</b>
      </Note>
    ),
  })
}
