import { addDays, daysBetween } from '#platform/dates/day.ts'
import { CONTACT_SURVEY, isAsked, linkEnds } from '#features/contact-notes/invite.ts'
import { followUpTitle, needsFollowUp } from '#features/survey/rules.ts'
import type { CallerRole, ContactReason } from '#features/contact-notes/rules.ts'
import type { ResponseRow as AnswerRow } from '#features/survey/sql.ts'
import { at, busyMinute, iso, openDay } from './calendar.ts'
import type { Claim } from './claim-rows.ts'
import { familyNames, mensNames, womensNames } from './names.ts'
import type { Stream, Weighted } from './prng.ts'
import type { Setting } from './setting.ts'
import type { NoticeRow } from './tale.ts'

// Contacts about claims and what was said of them (0.3 a claim, 18 % of the surveys answered, mean 4.1).

const minute = 60_000
const day = 1440 * minute

/** A row of `claim_contact_note`; of a survey long sent the code and its mail are not kept. */
type ContactRow = {
  mc: string
  id: string
  sub_carrier: string
  stratus_claim_id: string
  contact_type: 'PHONE' | 'EMAIL'
  caller_role: CallerRole
  caller_name: string
  caller_email: string | null
  reason: ContactReason
  text: string
  agent_id: string
  agent_name: string
  started_at: string
  ended_at: string
  created_at: string
  survey_id: number | null
  survey_expires_at: string | null
  survey_sent_at: string | null
  survey_completed_at: string | null
}
/** A row of `survey_response`, with what became of a low rating. */
type AnsweredRow = Omit<AnswerRow, 'follow_up'> & {
  mc: string
  follow_up: 'NONE' | 'OPEN' | 'DONE'
  followed_up_at: string | null
  followed_up_by: string | null
  followed_up_by_name: string | null
  follow_up_note: string | null
}
export type Contacts = { notes: ContactRow[]; responses: AnsweredRow[]; notices: NoticeRow[] }

/** How many contacts a claim has: 0.3 on average. */
const contactsOfClaim: Weighted<number> = [
  [78, 0],
  [15.5, 1],
  [5, 2],
  [1.5, 3],
]
/** Contacts are known for so long back. */
const known = 540

type Caller = { role: CallerRole; mailbox: string | null; reasons: Weighted<ContactReason> }
const callers: Weighted<Caller> = [
  [
    34,
    {
      role: 'PHARMACY',
      mailbox: 'counter@pharmacy.example',
      reasons: [
        [60, 'auth'],
        [20, 'claim'],
        [20, 'billpay'],
      ],
    },
  ],
  [
    33,
    {
      role: 'WORKER',
      mailbox: null,
      reasons: [
        [35, 'claim'],
        [35, 'ptissue'],
        [20, 'auth'],
        [10, 'gen'],
      ],
    },
  ],
  [
    14,
    {
      role: 'PRESCRIBER',
      mailbox: 'office@clinic.example',
      reasons: [
        [60, 'auth'],
        [40, 'clinreq'],
      ],
    },
  ],
  [
    11,
    {
      role: 'ADJUSTER',
      mailbox: 'desk@adjusters.example',
      reasons: [
        [40, 'auth'],
        [30, 'portal'],
        [30, 'clinreq'],
      ],
    },
  ],
  [
    4,
    {
      role: 'EMPLOYER',
      mailbox: 'office@employer.example',
      reasons: [
        [70, 'claim'],
        [30, 'gen'],
      ],
    },
  ],
  [
    3,
    {
      role: 'ATTORNEY',
      mailbox: 'office@law.example',
      reasons: [
        [60, 'claim'],
        [40, 'billpay'],
      ],
    },
  ],
  [1, { role: 'OTHER', mailbox: null, reasons: [[100, 'gen']] }],
]
const said: Readonly<Record<ContactReason, readonly string[]>> = {
  claim: [
    'Asked whether the claim is open and from which day the pharmacy card works. Told them; the card was sent again.',
    'Wanted to know who looks after the claim now. Gave the name and the number of the adjuster.',
  ],
  auth: [
    'The claim stopped at the counter. Explained that the request is with the adjuster and when the answer is due.',
    'Asked what is still missing for the request. The prescriber’s letter is; said where to send it.',
    'Asked for an answer today. Passed it on to the adjuster, who called back.',
  ],
  ptissue: [
    'The worker paid by themselves and asked how to get the money back. Explained the form and what has to go with it.',
    'The worker moved and asked for a pharmacy near the new address. Named two.',
  ],
  portal: ['Could not find the request on the worklist. It belonged to a colleague; showed how to look for it.'],
  clinreq: ['Asked for a pharmacist to call the prescriber. Arranged for tomorrow morning.'],
  billpay: ['Asked why less was paid than billed. Explained the fee schedule and where to write for another look.'],
  gen: ['Asked for opening hours and the address for letters. Told them.'],
}
const ratings: Weighted<number> = [
  [48.5, 5],
  [30, 4],
  [10, 3],
  [6.5, 2],
  [5, 1],
]
const answered = 0.18
/** How often the question is resolved, by rating. */
const resolved = [0, 0.1, 0.25, 0.6, 0.88, 0.95] as const
const comments: Readonly<Record<'bad' | 'good', readonly string[]>> = {
  bad: [
    'I had to call three times.',
    'Nobody could tell me when it would be decided.',
    'I waited very long on the line.',
  ],
  good: ['Nothing, thank you.', 'Answer a little sooner.', 'A message when it is decided would help.'],
}

type Team = { agents: readonly string[]; support: readonly string[] }
const teams = new WeakMap<Setting, Map<string, Team>>()
function teamOf(setting: Setting, mc: string): Team {
  const byCarrier = teams.get(setting) ?? new Map<string, Team>()
  teams.set(setting, byCarrier)
  let found = byCarrier.get(mc)
  if (!found) {
    const support = [...setting.withRole(mc, 'pbm_support')]
    found = { support, agents: [...support, ...setting.withRole(mc, 'adjuster')] }
    byCarrier.set(mc, found)
  }
  return found
}

/** Who called, and where they can be reached by mail. */
function callerOf(claim: Claim, random: Stream) {
  const { role, mailbox, reasons } = random.weighted(callers)
  const reason = random.weighted(reasons)
  const name = `${random.pick(random.chance(0.5) ? womensNames : mensNames)} ${random.pick(familyNames)}`
  const number = random.int(100, 999)
  const { claimant } = claim
  if (role === 'WORKER')
    return { role, reason, name: `${claimant.first_name} ${claimant.last_name}`, email: claimant.email }
  const email = mailbox !== null && random.chance(0.6) ? mailbox.replace('@', `${number}@`) : null
  return { role, reason, name, email }
}

/** The contacts of these claims, as support and adjusters noted them, and the answers to the surveys that followed. */
export function contactRows(claims: readonly Claim[], setting: Setting): Contacts {
  const found: Contacts = { notes: [], responses: [], notices: [] }
  for (const claim of claims) {
    // Of an injury of yesterday nobody has asked yet.
    if (daysBetween(claim.row.doi, setting.today) < 2) continue
    const random = setting.stream('contact', claim.row.id)
    for (let left = random.weighted(contactsOfClaim); left > 0; left -= 1) one(claim, setting, random, found)
  }
  return found
}

function one(claim: Claim, setting: Setting, random: Stream, found: Contacts): void {
  const { row } = claim
  const { mc, sub_carrier } = row
  const team = teamOf(setting, mc)
  const latest = row.closed_date ?? setting.today
  const earliest = daysBetween(row.doi, latest) > known ? addDays(latest, -known) : row.doi
  const days = Math.max(0, daysBetween(earliest, latest) - 1)
  const agentId = random.pick(random.chance(0.7) && team.support.length > 0 ? team.support : team.agents)
  const caller = callerOf(claim, random)
  const mail = random.chance(0.22)
  const text = random.pick(said[caller.reason])
  const lasts = random.int(mail ? 4 : 2, mail ? 40 : 18) * minute + random.int(0, 59) * 1000
  const started = at(openDay(addDays(earliest, random.int(0, days)), random), busyMinute(random), setting.zone(mc))
  const startMs = Math.min(started, setting.nowMs - lasts - 10 * minute)
  const endMs = startMs + lasts
  const [endedAt, createdMs] = [iso(endMs), endMs + random.int(20, 300) * 1000]
  const createdAt = iso(createdMs)
  const wanted = random.chance(0.9)
  const invited = caller.email !== null && isAsked({ wanted, endedAt }, createdAt)
  const sentMs = createdMs + random.int(1, 40) * 1000
  const note: ContactRow = {
    mc,
    id: random.id(createdMs),
    sub_carrier,
    stratus_claim_id: row.id,
    contact_type: mail ? 'EMAIL' : 'PHONE',
    caller_role: caller.role,
    caller_name: caller.name,
    caller_email: caller.email,
    reason: caller.reason,
    text,
    agent_id: agentId,
    agent_name: setting.person(agentId, mc).name,
    started_at: iso(startMs),
    ended_at: endedAt,
    created_at: createdAt,
    survey_id: invited ? CONTACT_SURVEY : null,
    survey_expires_at: invited ? linkEnds(createdAt) : null,
    survey_sent_at: invited ? iso(sentMs) : null,
    survey_completed_at: null,
  }
  found.notes.push(note)
  if (!invited || !random.chance(answered)) return
  // Most answer the same day or the next.
  const answeredMs = sentMs + Math.round(random.triangular(0.01, 0.2, 5) * day)
  if (answeredMs >= setting.nowMs) return
  note.survey_completed_at = iso(answeredMs)
  answer(note, answeredMs, team, setting, random, found)
}

function answer(
  note: ContactRow,
  ms: number,
  { support }: Team,
  setting: Setting,
  random: Stream,
  found: Contacts,
): void {
  const rating = random.weighted(ratings)
  const low = needsFollowUp(rating)
  const words = random.chance(0.35) ? random.pick(comments[rating <= 3 ? 'bad' : 'good']) : null
  const doneMs = ms + Math.round(random.triangular(0.1, 1, 4) * day)
  const by = low && support.length > 0 ? random.pick(support) : null
  const done = by !== null && doneMs < setting.nowMs && !random.chance(0.1)
  found.responses.push({
    mc: note.mc,
    claim_contact_note_id: note.id,
    sub_carrier: note.sub_carrier,
    survey_id: CONTACT_SURVEY,
    survey_question_id: 1,
    name: note.caller_name,
    email: note.caller_email,
    r1: rating,
    r2: random.chance(0.06) ? null : random.chance(resolved[rating]!),
    r3: words,
    user_id: null,
    created: note.survey_sent_at!,
    answered: iso(ms),
    follow_up: !low ? 'NONE' : done ? 'DONE' : 'OPEN',
    followed_up_at: done ? iso(doneMs) : null,
    followed_up_by: done ? by : null,
    followed_up_by_name: done ? setting.person(by, note.mc).name : null,
    follow_up_note: done ? 'Called back, explained what happened and how it goes on.' : null,
  })
  if (low)
    for (const userId of support)
      found.notices.push({
        mc: note.mc,
        id: random.id(ms),
        user_id: userId,
        kind: 'surveyFollowUp',
        title: followUpTitle(rating),
        authorization_id: null,
        at: iso(ms),
        read_at: done ? iso(doneMs) : null,
      })
}
