import type { Person } from '#platform/session/person.ts'
import {
  iconAssign,
  iconFile,
  iconHistory,
  iconLink,
  iconMail,
  iconPrint,
  iconSnooze,
} from '#platform/ui/display/icons.ts'
import type { MenuItem } from '#platform/ui/overlay/menu.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useAct } from '#platform/browser/use-call.ts'
import type { HeadAct } from './authorization-head.tsx'
import { clock } from '#features/clock/contract.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { copyLink } from '#features/decisions/copy-link.ts'
import { asDecidable } from '#features/decisions/facts-of-detail.ts'
import { defaultDecisionSettings } from '#features/permissions/decision-settings.ts'
import { whyNotAssign } from '#features/owners/rules.ts'
import { isOpen } from '#features/authorizations/statuses.ts'

/** What may be done with an open request beside deciding it: give it to somebody else, silence its reminders. */
export function deskActs(
  person: Person,
  detail: AuthDetail,
  open: (dialog: 'assign' | 'snooze' | 'letter') => void,
): HeadAct[] {
  const request = asDecidable(detail)
  const mayAssign = isOpen(detail.authorizationStatusId) && !whyNotAssign(person, request, defaultDecisionSettings)
  // Only whether it is theirs to do at all: whether there is time left, and for how long, the dialog says.
  const whyNot = detail.blockedReasons.find(({ action }) => action === 'snooze')?.code ?? ''
  const maySnooze =
    isOpen(detail.authorizationStatusId) && !['UPDATE_BLOCKED', 'NOT_ALLOWED', 'FEATURE_OFF'].includes(whyNot)
  return [
    ...(mayAssign ? [{ label: 'Assign', icon: iconAssign, keys: ['O'], onPress: () => open('assign') }] : []),
    ...(maySnooze ? [{ label: 'Snooze', icon: iconSnooze, keys: ['S'], onPress: () => open('snooze') }] : []),
    ...(detail.allowedActions.includes('lomn')
      ? [{ label: 'Request letter', icon: iconMail, keys: ['L'], onPress: () => open('letter') }]
      : []),
  ]
}

/** Ends the snooze of a request, and says so. */
export function useUnsnooze(id: string): () => void {
  const unsnooze = useAct(clock.unsnooze)
  return () =>
    unsnooze.mutate(
      { id },
      {
        onSuccess: () => toast({ words: 'No longer snoozed.', detail: 'Reminders come again.' }),
        onError: (failed) => toast({ words: 'The snooze could not be ended.', detail: failed.message, tone: 'error' }),
      },
    )
}

/** Moves to another desk and the small acts; what a role never has is absent, what is not possible now says why. */
export function moreItems(
  detail: AuthDetail,
  known: () => void,
  mayRecord: boolean,
  open: (dialog: 'determination' | 'determinations' | 'extension') => void,
  move: (status: string, words: string) => void,
): MenuItem[] {
  const desks = [
    ['clinical', 'Send to clinical review', 'Sent to clinical review'],
    ['ur', 'Send to utilization review', 'Sent to utilization review'],
    ['pending', 'Return to pending', 'Returned to pending'],
  ] as const
  const moves = desks.flatMap(([status, label, words]): MenuItem[] => {
    if (detail.allowedActions.includes(status)) return [{ label, onSelect: () => move(status, words) }]
    const why = detail.blockedReasons.find(({ action }) => action === status)
    return why && why.code === 'RULE' ? [{ label, whyNot: why.message }] : []
  })
  const noLetter = detail.blockedReasons.find(({ action }) => action === 'lomn')
  if (noLetter && (noLetter.code === 'FEATURE_OFF' || noLetter.code === 'RULE'))
    moves.push({ label: 'Request a letter', whyNot: noLetter.message })
  const extending = 'Extend the due time'
  const noLonger = detail.blockedReasons.find(({ action }) => action === 'extend')
  if (detail.allowedActions.includes('extend')) moves.push({ label: extending, onSelect: () => open('extension') })
  else if (noLonger && (noLonger.code === 'CONFLICT' || noLonger.code === 'RULE'))
    moves.push({ label: extending, whyNot: noLonger.message })
  if (mayRecord) moves.push({ label: 'Record a determination', onSelect: () => open('determination') })
  return [
    ...moves,
    ...(moves.length > 0 ? [{ kind: 'line' } as const] : []),
    { label: 'Show what was known', icon: iconHistory, onSelect: known },
    { label: 'Reviews and orders', icon: iconFile, onSelect: () => open('determinations') },
    { label: 'Copy link', icon: iconLink, onSelect: () => void copyLink() },
    { label: 'Print', icon: iconPrint, onSelect: () => print() },
  ]
}
