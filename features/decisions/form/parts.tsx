import { useEffect, useRef, type ReactNode } from 'react'
import type { Person } from '#platform/calls/person.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { SupportId } from '#platform/ui/button/support-id.tsx'
import type { AuthDetail, PriorAuth } from '#features/authorizations/contract.ts'
import type { SupervisorQuestion } from '#features/decision-rights/supervisor-questions.ts'
import type { AsSent } from '../as-sent.ts'
import type { Problem } from './problem.ts'
import css from '../decision.module.css'
import type { Draft, DraftChange } from '../draft.ts'
import type { Failure } from '../in-flight.ts'
import type { Notice } from '../notice.ts'

/** What a form sends: the call's input, what is said when it is done, and whether it is sure to be undoable. */
export type Sent<Kind extends string, Input> = { kind: Kind; input: Input; notice: Notice; undoable: boolean }

/** A move to another team: utilization review, clinical review, back to pending. */
export type Move = { status: string; notice: Notice; note?: string; about?: SupervisorQuestion }

/** What both forms are given. */
export type FormProps<Sending> = {
  detail: AuthDetail
  person: Person
  /** The person's calendar day, 'YYYY-MM-DD', and the server's time. */
  today: string
  now: number
  draft: Draft
  change: (change: DraftChange) => void
  decide: (sent: Sending) => void
  /** Something about this request is on its way; `busy` where it is this form. */
  sending: boolean
  busy: boolean
  /** Prior authorizations and blocks of the claim that are in force. */
  inForce: readonly PriorAuth[]
  /** What a determination means for the form. */
  determinationNote: (form: 'approve' | 'reject') => ReactNode
  /** Shows what would leave if the form were sent as it stands; undefined while something is missing. */
  goesOut: (sent: AsSent | undefined) => ReactNode
  /** Puts the fields and the buttons into the pane or into a sheet. */
  frame: (parts: FormParts) => ReactNode
}
export type FormParts = {
  fields: ReactNode
  /** What the trial run found: above the button, in sight whatever was scrolled to. */
  trial?: ReactNode
  /** It is saved for somebody else, and not sent before they have answered. */
  saves?: boolean
  act?: ReactNode
  onSubmit?: () => void
  /** Its limits are on their way. */
  loading?: boolean
}

/** Id of the control a problem names, so that it can be focused. */
export const fieldId = (field: string): string => `decision-${field}`

/** Focuses the control of the first problem; a group's first control where the group itself takes none. */
export function focusField(field: string): void {
  const element = document.getElementById(fieldId(field))
  const control = element?.matches('input, select, textarea, button')
    ? element
    : (element?.querySelector<HTMLElement>('input:not(:disabled)') ?? element)
  control?.focus()
  control?.scrollIntoView({ block: 'center' })
}

const readable: Readonly<Record<Failure['form'], string>> = { approve: 'NOT approved.', reject: 'NOT rejected.' }

/** What is left of a refusal once something was changed: its words, no longer its marks on fields. */
export const unmarked = (failure: Failure | undefined): Failure | undefined => failure && { ...failure, fields: [] }

/** Tells that a decision was not made: the server's words, the fields they are about, the Support Id. Nothing typed is lost. Give it a key of its own for each refusal. */
export function FailureNote({ failure, act }: { failure: Failure; act?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const first = useRef(failure.fields[0]?.path)
  useEffect(() => {
    if (first.current !== undefined && document.getElementById(fieldId(first.current))) focusField(first.current)
    else box.current?.focus()
  }, [])
  const more = failure.fields.filter((field) => !failure.message.startsWith(field.message))
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={readable[failure.form]} className={css.failure}>
      <Note tone="red" role="alert" act={act}>
        <p>
          <b>{readable[failure.form]}</b> {failure.message} Your entries are saved.
        </p>
        {more.length > 0 && (
          <ul>
            {more.map((field) => (
              <li key={field.path}>
                <a
                  href={`#${fieldId(field.path)}`}
                  onClick={(event) => {
                    event.preventDefault()
                    focusField(field.path)
                  }}
                >
                  {field.message}
                </a>
              </li>
            ))}
          </ul>
        )}
        {failure.supportId && (
          <p>
            <SupportId inline id={failure.supportId} />
          </p>
        )}
      </Note>
    </div>
  )
}

/** The message of a field: what the form found, else what the server said of it. */
export function messageOf(
  field: string,
  problems: readonly Problem[],
  failure: Failure | undefined,
): string | undefined {
  return (
    problems.find((problem) => problem.field === field)?.message ??
    failure?.fields.find((one) => one.path === field)?.message
  )
}

/** In the place of a form whose rules are on their way. */
export function FormSkeleton() {
  return (
    <div className={css.fields} aria-busy="true">
      <div className={css.pair}>
        <Skeleton width="100%" height={32} />
        <Skeleton width="100%" height={32} />
      </div>
      <Skeleton width="80%" height={24} />
      <Skeleton width="100%" height={150} />
      <Skeleton width="60%" />
      <Skeleton width="100%" height={32} />
      <Skeleton width="100%" height={60} />
    </div>
  )
}
