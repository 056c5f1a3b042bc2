import {
  iconAssign,
  iconExport,
  iconFile,
  iconHistory,
  iconLink,
  iconMail,
  iconPrint,
  iconReceipt,
  iconMoon,
  iconStethoscope,
} from '#platform/ui/display/icons.ts'
import type { MenuItem } from '#platform/ui/overlay/menu.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useAct } from '#platform/browser/use-call.ts'
import type { HeadAct } from './authorization-head.tsx'
import { clock } from '#features/clock/contract.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import type { HandOverTo } from '#features/decisions/hand-over.tsx'
import { copyLink } from '#features/decisions/copy-link.ts'
import { handedOverStatuses, isOpen } from '#features/authorizations/statuses.ts'

/** The server's answer about an act: allowed, or why it is shown disabled; undefined where it is not offered. */
function offered(
  detail: AuthDetail,
  action: string,
  alsoShown: readonly string[] = [],
): 'yes' | { why: string } | undefined {
  if (detail.allowedActions.includes(action)) return 'yes'
  const blocked = detail.blockedReasons.find((one) => one.action === action)
  return blocked && ['RULE', 'FEATURE_OFF', 'CONFLICT', ...alsoShown].includes(blocked.code)
    ? { why: blocked.message }
    : undefined
}

/** Whether a supervisor may be asked about it. */
export const mayAsk = (detail: AuthDetail): boolean => offered(detail, 'supervisor') === 'yes'

// Assigning is every user's right unless the carrier switched it off: the reason is shown.
const assign = (detail: AuthDetail) => offered(detail, 'assign', ['NOT_ALLOWED'])

// The dialog of a snooze checks the duration and the time left.
function snooze(detail: AuthDetail) {
  const blocked = detail.blockedReasons.find(({ action }) => action === 'snooze')
  return isOpen(detail.authorizationStatusId) && (blocked?.code === 'RULE' || blocked?.code === 'SNOOZE_PAST_DUE')
    ? 'yes'
    : offered(detail, 'snooze')
}

/** Acts on an open request besides deciding it: assign it, snooze its reminders, explain a bill. */
export function headActs(
  detail: AuthDetail,
  open: (dialog: 'assign' | 'snooze' | 'letter' | 'recommend' | 'explain') => void,
): HeadAct[] {
  return [
    ...(offered(detail, 'advise') === 'yes'
      ? [{ label: 'Recommend', icon: iconStethoscope, keys: ['E'], onPress: () => open('recommend') }]
      : []),
    ...(assign(detail) === 'yes'
      ? [{ label: 'Assign', icon: iconAssign, keys: ['O'], onPress: () => open('assign') }]
      : []),
    ...(snooze(detail) === 'yes'
      ? [{ label: 'Snooze', icon: iconMoon, keys: ['S'], onPress: () => open('snooze') }]
      : []),
    ...(offered(detail, 'lomn') === 'yes'
      ? [{ label: 'Request letter', icon: iconMail, keys: ['L'], onPress: () => open('letter') }]
      : []),
    ...(offered(detail, 'explainBill') === 'yes'
      ? [{ label: 'Explain the bill', icon: iconReceipt, keys: ['B'], onPress: () => open('explain') }]
      : []),
  ]
}

/** Ends the snooze of a request, and announces it. */
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

const cannotExport = () => toast({ tone: 'error', words: 'The file could not be made.', detail: 'Please try again.' })

/**
 * Moves to another status and the small acts. An act the role never has is absent; one that is not possible now says
 * why.
 */
export function moreItems(
  detail: AuthDetail,
  known: () => void,
  open: (dialog: 'determination' | 'determinations' | 'extension' | 'medication' | 'examiner') => void,
  handOver: (to: HandOverTo | 'back') => void,
  /** It is this person's turn: what others wait for is returned, not taken back. */
  deciding: boolean,
  /** The user's time zone, in which files print times. */
  zone: string,
  /** The carrier has requests as PDF. */
  pdf = true,
): MenuItem[] {
  const moves: MenuItem[] = []
  const add = (label: string, offer: ReturnType<typeof offered>, onSelect?: () => void) => {
    if (offer === 'yes' && onSelect) moves.push({ label, onSelect })
    else if (offer !== undefined && offer !== 'yes') moves.push({ label, whyNot: offer.why })
  }
  add('Send to clinical review', offered(detail, 'clinical'), () => handOver('clinical'))
  add('Send to utilization review', offered(detail, 'ur'), () => handOver('ur'))
  add('Ask a supervisor', offered(detail, 'supervisor'), () => handOver('question'))
  // Beside a form it is returned with a note; elsewhere the card has the button that takes it back.
  if (deciding && handedOverStatuses.includes(detail.authorizationStatusId))
    add('Return to the case owner', offered(detail, 'pending'), () => handOver('pending'))
  else if (!handedOverStatuses.includes(detail.authorizationStatusId))
    add('Return to pending', offered(detail, 'pending'), () => handOver('back'))
  // Allowed acts are buttons of the head.
  add('Assign', assign(detail))
  add('Snooze', snooze(detail))
  add('Request a letter', offered(detail, 'lomn'))
  add('Edit the medication', offered(detail, 'editMedication'), () => open('medication'))
  add('Write to the claims examiner', offered(detail, 'mailExaminer'), () => open('examiner'))
  add('Extend the due time', offered(detail, 'extend'), () => open('extension'))
  add('Withdraw this request', offered(detail, 'withdraw'), () => handOver('withdraw'))
  add('Record a determination', detail.allowedActions.includes('recordDetermination') ? 'yes' : undefined, () =>
    open('determination'),
  )
  const exported = (what: 'exportLog' | 'exportPaper') =>
    import('./export-request.ts').then((it) => it[what](detail, zone), cannotExport)
  return [
    ...moves,
    ...(moves.length > 0 ? [{ kind: 'line' } as const] : []),
    { label: 'Decision record', icon: iconHistory, onSelect: known },
    { label: 'Reviews and orders', icon: iconFile, onSelect: () => open('determinations') },
    // A decided request has these beside its decision.
    ...(isOpen(detail.authorizationStatusId)
      ? [
          { label: 'Export the event log', icon: iconExport, onSelect: () => void exported('exportLog') },
          ...(pdf
            ? [{ label: 'PDF of the request', icon: iconFile, onSelect: () => void exported('exportPaper') }]
            : []),
        ]
      : []),
    { label: 'Copy link', icon: iconLink, onSelect: () => void copyLink() },
    { label: 'Print', icon: iconPrint, onSelect: () => print() },
  ]
}
