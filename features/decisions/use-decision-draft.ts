import { useMemo, useState } from 'react'
import { useUser } from '#platform/browser/use-user.ts'
import { sendingOf, type Sending } from '#features/drafts/keepers.ts'
import { useDraft, type Draft as KeptDraft } from '#features/drafts/use-draft.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import type { ApproveChoices } from './draft.ts'
import { isEmpty, type Draft, type DraftChange } from './draft.ts'
import type { RejectChoices } from './draft.ts'
import { changeSent, dropSent, sentKey, useSent } from './in-flight.ts'
import { approveDraft, rejectDraft, type Typed } from './draft-schema.ts'
import { choicesAgain } from './approve/choices-again.ts'

export type DecisionDraft = {
  draft: Draft
  change: (change: DraftChange) => void
  /** What was kept of each form. */
  kept: Readonly<Record<'approve' | 'reject', KeptDraft>>
  /** Forgets what was typed into both, and what was sent: the request shows itself as it is. */
  forget: () => void
  /** Names what was sent about this request, wherever the person is by the time it is answered. */
  key: string
  sending: Sending
}

/** What differs from an untouched form: words that were taken out again are none. */
const typedOf = <Choices extends object>(choices: Choices): Choices =>
  Object.fromEntries(
    Object.entries(choices).filter(
      ([name, value]) =>
        value !== undefined &&
        !((name === 'note' || name === 'ack') && value === '') &&
        !(name === 'advised' && (value as readonly string[]).length === 0),
    ),
  ) as Choices

function typedOr<Choices extends object>(
  choices: Choices | undefined,
  version: number,
  before: Typed<Choices> | undefined,
): Typed<Choices> | undefined {
  if (!choices) return before && { ...before, version }
  const typed = typedOf(choices)
  return isEmpty(typed) ? undefined : { choices: typed, version }
}

/** Both decision forms of a request as this person left them, here or anywhere. */
export function useDecisionDraft(detail: AuthDetail): DecisionDraft {
  const { person, carrier, viewOnly } = useUser()
  const id = detail.authorizationId
  const key = sentKey(person.id, id)
  const sent = useSent(key)
  const [approve, setApprove] = useState<Typed<ApproveChoices>>()
  const [reject, setReject] = useState<Typed<RejectChoices>>()
  const kept = {
    approve: useDraft(approveDraft, id, approve, setApprove, { off: viewOnly }),
    reject: useDraft(rejectDraft, id, reject, setReject, { off: viewOnly }),
  }
  // What came back has in its form what this person had saved, until something else is typed.
  const again = useMemo(() => choicesAgain(detail.returned?.saved ?? null), [detail.returned])
  const versions = [approve, reject].flatMap((typed) => (typed ? [typed.version] : []))
  const version = versions.length > 0 ? Math.max(Math.min(...versions), sent.backVersion ?? 0) : undefined
  return {
    draft: { ...sent, approve: approve?.choices ?? again, reject: reject?.choices ?? {}, version },
    change: (part) => {
      const at = part.version ?? version ?? detail.version
      if (part.approve ?? part.version) setApprove((before) => typedOr(part.approve, at, before))
      if (part.reject ?? part.version) setReject((before) => typedOr(part.reject, at, before))
      if ('failure' in part) changeSent(key, { failure: part.failure })
    },
    kept,
    forget: () => {
      dropSent(key)
      kept.approve.discard()
      kept.reject.discard()
    },
    key,
    sending: sendingOf({ mc: carrier.code, userId: person.id, about: 'request', subjectId: id }),
  }
}
