import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { Person } from '#platform/person.ts'
import { announce } from '#platform/ui/announce.ts'
import { Button } from '#platform/ui/button.tsx'
import { formatDate } from '#platform/ui/calendar-date.ts'
import { Dialog } from '#platform/ui/dialog.tsx'
import { iconCheck, iconClose, iconLink, iconLock, iconRequests } from '#platform/ui/icons.ts'
import { Note } from '#platform/ui/note.tsx'
import { Segmented } from '#platform/ui/segmented.tsx'
import { Tile } from '#platform/ui/tile.tsx'
import { useKeys } from '#platform/ui/use-keys.ts'
import type { AuthDetail, PriorAuth } from '../contract.ts'
import { isComplete } from '../rules.ts'
import { Approve, toldOf } from './approve.tsx'
import { whyNoApproval } from './clearing.ts'
import { Conflict } from './conflict.tsx'
import { Decided } from './decided.tsx'
import css from './decision.module.css'
import { dropDraft, type Draft } from './drafts.ts'
import { fieldId, type FormParts } from './form-parts.tsx'
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
  wanted: RefObject<'approve' | 'reject' | undefined>
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

/** What the pane shows: the form, why there is none, what was decided, or who was faster. */
export type PaneState = 'form' | 'readOnly' | 'notNow' | 'decided' | 'conflict'

/** Which of its states the pane is in for this person and request. */
export function paneState(person: Person, detail: AuthDetail, draft: Draft): PaneState {
  if (conflictWith(detail, draft)) return 'conflict'
  if (isComplete(detail.authorizationStatusId)) return 'decided'
  const why = detail.blockedReasons.find(({ action }) => action === 'approve')
  if (!whyNoApproval(person, detail) || mayReject(detail) !== 'no') return 'form'
  return why?.code === 'UPDATE_BLOCKED' ? 'readOnly' : 'notNow'
}

/** The decision beside the evidence. */
export function DecisionPane(props: DecisionPaneProps) {
  const { detail, person, now, draft, draftKey, change, act, form, onForm } = props
  const state = paneState(person, detail, draft)
  const theirs = conflictWith(detail, draft)
  // The form that had the focus gives way to what was decided: only then do its words take the focus.
  const hadForm = useRef(false)
  useEffect(() => {
    if (state === 'form') hadForm.current = true
  }, [state])
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
    return <Decided detail={detail} zone={person.timeZone} justNow={hadForm.current} busy={act.sending} onUndo={() => void act.takeBack(toldOf(detail, 'Taken back'))} {...{ onNext, back }} />
  }
  if (state === 'readOnly') return <ReadOnly detail={detail} />
  if (state === 'notNow') return <NotNow {...props} />
  return form === undefined ? null : <Forms {...props} form={form} onForm={onForm} />
}

/** Copies the address of the request, without the form and the list. */
export async function copyLink() {
  try {
    await navigator.clipboard.writeText(location.origin + location.pathname)
    announce('Link copied.')
  } catch {
    announce('Copying is not allowed here. Copy the address instead.', 'assertive')
  }
}

/** For people who look and never change: said once, no dead form (bar U-DEC-19). */
function ReadOnly({ detail }: { detail: AuthDetail }) {
  const why = detail.blockedReasons.find(({ action }) => action === 'approve')
  return (
    <div className={css.state}>
      <Tile icon={iconLock} tone="neutral" size="large" />
      <h2>You can look, not change</h2>
      <p>{why?.message ?? 'Your role is read only'}. To decide this request, ask the case owner or your supervisor.</p>
      <Button icon={iconLink} onClick={() => void copyLink()}>
        Copy link to this request
      </Button>
    </div>
  )
}

/** A request this person may decide in general, but not now: why, and what they may do with it. */
function NotNow({ detail, person, act }: DecisionPaneProps) {
  return (
    <div className={css.state}>
      <Tile icon={iconRequests} tone="neutral" size="large" />
      <h2>{detail.authorizationStatus}</h2>
      <p>{whyNoApproval(person, detail)}</p>
      {detail.allowedActions.includes('pending') && (
        <Button busy={act.sending} busyLabel="Pulling back" onClick={() => void act.move({ status: 'pending', told: toldOf(detail, 'Pulled back to pending') }, detail.version)}>
          Pull back to pending
        </Button>
      )}
    </div>
  )
}

function Forms(props: DecisionPaneProps & { form: 'approve' | 'reject' }) {
  const { detail, person, today, now, standing, draft, change, act, form, onForm, narrow, wanted } = props
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
  const stale = draft.version !== undefined && draft.version !== detail.version && (
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
      <Sheet parts={parts} form={form} choose={choose} stale={stale} detail={detail} onClose={() => onForm(undefined)} wanted={wanted} />
    ) : (
      <Pane parts={parts} choose={choose} stale={stale} wanted={wanted} />
    )
  const shared = { detail, person, today, now, standing, draft, change, decide: (verdict: Parameters<typeof act.decide>[0]) => void act.decide(verdict), sending: act.sending, frame }
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

type FrameProps = { parts: FormParts; choose: ReactNode; stale: ReactNode; wanted: DecisionPaneProps['wanted'] }

/** Gives the form that was asked for by a key, or by the address, its focus as soon as it is there. */
function useWantedFocus(wanted: FrameProps['wanted']) {
  useEffect(() => {
    if (!wanted.current) return
    const control = document.getElementById(wanted.current === 'approve' ? 'confirm' : fieldId('reasonId'))
    if (!control) return
    control.focus()
    wanted.current = undefined
  })
}

function Pane({ parts, choose, stale, wanted }: FrameProps) {
  const region = useRef<HTMLFormElement>(null)
  useKeys(parts.onSubmit ? { 'mod+Enter': parts.onSubmit } : {}, { scope: region })
  useWantedFocus(wanted)
  return (
    <div className={css.pane}>
      <div className={css.choose}>{choose}</div>
      <form
        ref={region}
        className={css.form}
        noValidate
        aria-label="Decision form"
        onSubmit={(event) => {
          event.preventDefault()
          parts.onSubmit?.()
        }}
      >
        <div className={css.fields}>
          {stale}
          {parts.fields}
        </div>
        {parts.act && <div className={css.foot}>{parts.act}</div>}
      </form>
    </div>
  )
}

function Sheet({ parts, form, choose, stale, detail, onClose, wanted }: FrameProps & { form: 'approve' | 'reject'; detail: AuthDetail; onClose: () => void }) {
  const region = useRef<HTMLElement>(null)
  useKeys(parts.onSubmit ? { 'mod+Enter': parts.onSubmit } : {}, { scope: region })
  useWantedFocus(wanted)
  return (
    <Dialog
      title={`${form === 'approve' ? 'Approve' : 'Reject'}: ${detail.drugName} for ${detail.claimantFirstName} ${detail.claimantLastName}`}
      sheet="full"
      onClose={onClose}
      {...(parts.onSubmit && { onSubmit: parts.onSubmit })}
      footer={parts.act}
    >
      <div
        className={css.sheet}
        ref={(element) => {
          region.current = element?.closest<HTMLElement>('dialog') ?? null
        }}
      >
        <p className={css.small}>
          Born {formatDate(detail.dateOfBirth)}, claim {detail.claimNumber}, {detail.masterCarrier}/{detail.subCarrier}, {detail.jurisState}.
        </p>
        <div>{choose}</div>
        {stale}
        {parts.fields}
      </div>
    </Dialog>
  )
}
