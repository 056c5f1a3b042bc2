import { storedAuthorization } from '#features/authorizations/stored-row.ts'
import { careRows } from './care.ts'
import { claimHistory } from './claim-history.ts'
import type { Claim } from './claim-rows.ts'
import { claimsOfPerson } from './claims.ts'
import { closePeople } from './close-people.ts'
import { consentRows } from './consents.ts'
import { contactRows } from './contacts.ts'
import type { Table } from './copy.ts'
import { determine } from './determinations.ts'
import type { Frame } from './frame.ts'
import { tellCards } from './scenarios.ts'
import { takeOverEscalated } from './takings.ts'
import { emptyLedger } from './tale.ts'
import { age, chronological, tell } from './tales.ts'
import { treatingRows } from './treating.ts'
import { walkInClaims } from './walk-in-rows.ts'
import { leaveUnread } from './messages.ts'
import { fillWorklists } from './worklists.ts'

/** A run of people, the first and the last of them counted from one. */
export type Slice = { index: number; from: number; to: number }

/** As many people as are made, written and forgotten together. */
const people = { most: 2_000, least: 250 }

/** Numbers of log lines a slice may use. */
const eventsOfSlice = 1_000_000

/**
 * The parts in which a world is made. The small ones are one part; of the large one every part can be made alone, in any
 * order and by anybody: nothing in it depends on another.
 */
export function slicesOf({ size, population }: Frame): Slice[] {
  const total = population.people
  const length = size === 'scale' ? Math.min(people.most, Math.max(people.least, Math.ceil(total / 4))) : total
  return Array.from({ length: Math.ceil(total / length) }, (_, index) => ({
    index,
    from: index * length + 1,
    to: Math.min(total, (index + 1) * length),
  }))
}

/** The tables slices fill: those of a slice of nobody. */
export const tablesOfSlices = (frame: Frame): string[] =>
  tellSlice(frame, { index: 1, from: 1, to: 0 }).map(({ name }) => name)

/** Everything that happened to the people of a slice, tables in the order in which they may be loaded. */
export function tellSlice(frame: Frame, slice: Slice): Table[] {
  const { setting, directory, population } = frame
  const first = slice.index === 0
  const makings = first ? frame.demoMakings : frame.makings
  const ledger = emptyLedger()
  const claims: Claim[] = []
  const tales = []
  for (let at = slice.from; at <= slice.to; at += 1) {
    const own = claimsOfPerson(at, population, makings)
    claims.push(...own)
    tales.push(tell(setting, ledger, directory, own))
  }
  if (first) {
    const cards = tellCards(
      {
        setting,
        makings,
        directory,
        id: (name) => frame.staff.find((person) => person.username === name)!.id,
        awayUsername: frame.awayUsername,
        blockedNpi: frame.blockedNpi,
      },
      ledger,
    )
    tales.push(...cards.tales)
    claims.push(
      ...cards.claims,
      ...walkInClaims({ stream: setting.stream, places: makings.places, staff: frame.staff }),
    )
  }
  fillWorklists(frame, slice, tales)
  if (first) takeOverEscalated(frame, tales)
  if (first) determine(frame, tales)
  const history = first
    ? claimHistory(
        claims,
        ledger.authorizations,
        setting,
        (name) => frame.staff.find((person) => person.username === name)!.id,
      )
    : { facts: [], outbox: [], chart: [], looks: [] }
  if (first) leaveUnread(ledger, setting.nowMs)
  age(ledger, setting.today)
  const firstEvent = slice.index * eventsOfSlice + 1
  const contacts = contactRows(claims, setting)
  return [
    {
      name: 'claimant',
      rows: [...new Map(claims.map(({ claimant: { sms_state: _, ...claimant } }) => [claimant.id, claimant])).values()],
    },
    { name: 'sms_campaign', rows: consentRows(claims, setting) },
    { name: 'wc_claim', rows: claims.map((claim) => claim.row) },
    {
      name: 'claim_case_owner',
      rows: claims.flatMap(({ row, secondary }) =>
        secondary.map((user, index) => ({
          mc: row.mc,
          stratus_claim_id: row.id,
          user_id: user,
          kind: 'SECONDARY',
          position: index + 1,
        })),
      ),
    },
    { name: 'claim_icd', rows: claims.flatMap((claim) => claim.icd) },
    { name: 'claim_treating_provider', rows: claims.flatMap(treatingRows) },
    { name: 'claim_fact', rows: history.facts },
    { name: 'chart_entry', rows: history.chart },
    { name: 'eligibility_span', rows: claims.flatMap((claim) => claim.spans) },
    {
      name: 'rx_authorization',
      rows: ledger.authorizations.map(storedAuthorization),
    },
    { name: 'authorization_wish', rows: ledger.wishes },
    { name: 'authorization_owner', rows: ledger.owners },
    { name: 'authorization_decision', rows: ledger.decisions },
    { name: 'decision_record', rows: ledger.records },
    { name: 'authorization_event', rows: chronological(ledger).map((row, at) => ({ id: firstEvent + at, ...row })) },
    { name: 'prior_auth', rows: ledger.priorAuths },
    { name: 'auth_bypass', rows: ledger.bypasses },
    { name: 'auth_bypass_event', rows: ledger.bypassEvents },
    { name: 'rph_recommendation', rows: ledger.recommendations },
    { name: 'pharmacy_callback', rows: ledger.callbacks },
    { name: 'outbox', rows: [...ledger.outbox, ...history.outbox] },
    { name: 'pharmacy_message', rows: ledger.messages },
    { name: 'user_notification', rows: [...ledger.notices, ...contacts.notices] },
    { name: 'rx_transaction', rows: ledger.transactions },
    { name: 'document', rows: ledger.documents },
    { name: 'document_content', rows: ledger.contents },
    { name: 'lomn_request', rows: ledger.letters },
    { name: 'ur_referral', rows: ledger.referrals },
    { name: 'determination', rows: ledger.determinations },
    { name: 'outside_message', rows: ledger.outside },
    { name: 'claim_contact_note', rows: contacts.notes },
    { name: 'survey_response', rows: contacts.responses },
    { name: 'claim_contact', rows: closePeople(claims, setting) },
    { name: 'monitoring_look', rows: history.looks },
    { name: 'care_score', rows: tales.flatMap((tale) => careRows(tale, setting)) },
  ]
}
