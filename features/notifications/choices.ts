import { addDays } from '#platform/dates/day.ts'
import { dateIn, instantOf } from '#platform/dates/zone.ts'
import { groupNames, type MailWay, type NoticeGroup } from './choice-names.ts'
import { directKinds } from './direct-kinds.ts'
import type { Happening } from './rules.ts'

type Group = {
  label: string
  means: string
  of: readonly Happening[]
  /** Why it is always in the portal and by e-mail at once; absent where a user may choose. */
  fixed?: string
}
/** Each event is in one group. */
export const noticeGroups: Readonly<Record<NoticeGroup, Group>> = {
  DEADLINES: {
    label: 'Deadlines and escalations',
    means:
      'Little time left, due later, overdue, escalated, left with nobody who could answer, a patient at the counter, approved by silence, a message not delivered.',
    fixed: 'A legal deadline depends on it.',
    of: [
      'share3',
      'escalation1',
      'escalation2',
      'escalation3',
      'pharmacyWaiting',
      'popUp',
      'overdue',
      'deemed',
      'unassigned',
      'letterFailed',
      'answerLate',
      'reviewLate',
      'secondLate',
      'supervisorLate',
      'pharmacistGone',
      'seniorGone',
      'reviewerGone',
      'secondGone',
      'supervisorGone',
    ],
  },
  REQUESTS: {
    label: 'New and assigned requests',
    means:
      'A request waits for you, was assigned to you, moved or merged, has a question for you, or needs your review or second approval.',
    of: [
      'raised',
      'assigned',
      'reassigned',
      'resubmitted',
      'claimChanged',
      'approvalEnded',
      'approvalInDoubt',
      'liabilitySettled',
      'clinicalNeeded',
      'reviewNeeded',
      'seniorNeeded',
      'secondNeeded',
      'supervisorNeeded',
    ],
  },
  REMINDERS: {
    label: 'Reminders',
    means: 'A request still waits, has used half or most of its time, was snoozed, or somebody waits for your answer.',
    of: ['reminder', 'share1', 'share2', 'snoozed'],
  },
  DECISIONS: {
    label: 'Decisions',
    means: 'A request was approved, rejected, closed or withdrawn, also by a rule; advice came, or an approval ends.',
    of: [
      'approved',
      'rejected',
      'closed',
      'withdrawn',
      'secondReturned',
      'supervisorReturned',
      'clinicalReturned',
      'reviewReturned',
      'autoApproved',
      'filled',
      'endMoved',
    ],
  },
  LETTERS: {
    label: 'Letters of medical necessity',
    means: 'A letter was requested, came, is needed, was not complete, or did not come in time.',
    of: ['letterSent', 'letterReceived', 'letterExpired', 'letterNeeded'],
  },
  FILES: {
    label: 'Extracts, texts and surveys',
    means:
      'A scheduled extract failed, a patient texted something only a person understands, a survey needs a follow-up.',
    of: [],
  },
  ACCESS: {
    label: 'Access and settings',
    means:
      'Rights or a setting wait for a second person, a bypass was set, a claim was opened in an emergency, there is a question about a file.',
    fixed: 'It says who may see or decide what.',
    of: [],
  },
}

export type Way = { portal: boolean; mail: MailWay }
/** What a user has chosen; a group without a choice is in the portal and sent at once. */
export type NoticeChoices = {
  byGroup: Readonly<Partial<Record<NoticeGroup, Way>>>
  /** Of the user's day, HH:MM; both or none. */
  quietFrom: string | null
  quietUntil: string | null
  /** When the e-mail of the day is sent. */
  dailyAt: string
}
export const DAILY_AT = '08:00'

const groupOf: ReadonlyMap<Happening, NoticeGroup> = new Map(
  groupNames.flatMap((name) => noticeGroups[name].of.map((happening) => [happening, name] as const)),
)
/** Whether a group cannot be switched off. */
const isFixed = (name: NoticeGroup): boolean => noticeGroups[name].fixed !== undefined

/** How a group is sent to a user. */
export const wayOfGroup = (name: NoticeGroup, choices: NoticeChoices | null): Way =>
  isFixed(name) ? always : (choices?.byGroup[name] ?? always)
const always: Way = { portal: true, mail: 'NOW' }

/** The group of an event, or of a notice an act wrote itself. */
export const groupOfKind = (kind: string): NoticeGroup =>
  groupOf.get(kind as Happening) ?? directKinds[kind]?.group ?? OTHERS
/** The group of a kind nobody gave one. */
const OTHERS: NoticeGroup = 'DEADLINES'
const everyKind: readonly string[] = [...groupOf.keys(), ...Object.keys(directKinds)]
/** The kinds of a group as a list asks for them: those named, or with `others` all but those named. */
export const kindsOf = (group: NoticeGroup): { kinds: string[]; others: boolean } => {
  const others = group === OTHERS
  return { kinds: everyKind.filter((kind) => (groupOfKind(kind) === group) !== others), others }
}
/** How a user is notified of an event, or of what an act wrote itself. */
export const wayOf = (kind: string, choices: NoticeChoices | null): Way => wayOfGroup(groupOfKind(kind), choices)

/**
 * The group a user may choose about, for a notice of each kind; kinds that are always shown are not there. The digest of automatic
 * approvals is one: the next counts from it.
 */
export const chosenGroups: Readonly<Record<string, NoticeGroup>> = Object.fromEntries(
  everyKind
    .map((kind) => [kind, groupOfKind(kind)] as const)
    .filter(([kind, group]) => kind !== 'autoApproved' && !isFixed(group)),
)
/** Notices whose e-mail nothing else sends. */
export const mailedKinds: readonly string[] = Object.keys(directKinds).filter(
  (kind) => directKinds[kind]!.says !== null,
)

/** The next time of day (ISO) in a zone after an instant. */
function nextTime(at: string, zone: string, time: string): string {
  const ms = Date.parse(at)
  const day = dateIn(ms, zone)
  const today = instantOf(day, time, zone)
  return new Date(ms < today ? today : instantOf(addDays(day, 1), time, zone)).toISOString()
}

/** When an e-mail about an event that is written now is sent: now, or when the user's quiet hours end. */
export function mailTime(kind: string, at: string, zone: string, choices: NoticeChoices | null): string {
  const { quietFrom: from = null, quietUntil: until = null } = choices ?? {}
  if (from === null || until === null || from === until || isFixed(groupOfKind(kind))) return at
  const [ms, day] = [Date.parse(at), dateIn(Date.parse(at), zone)]
  const [begins, ends] = [instantOf(day, from, zone), instantOf(day, until, zone)]
  const isQuiet = begins < ends ? ms >= begins && ms < ends : ms >= begins || ms < ends
  return isQuiet ? nextTime(at, zone, until) : at
}

/** When the next e-mail of the day of a user is sent. */
export const dailyTime = (at: string, zone: string, choices: NoticeChoices | null): string =>
  nextTime(at, zone, choices?.dailyAt ?? DAILY_AT)
