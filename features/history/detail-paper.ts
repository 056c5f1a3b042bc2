import type { AuthDetail } from '#features/authorizations/contract.ts'
import { money } from '#features/authorizations/figures.ts'
import { decisionWords } from '#features/authorizations/in-words.ts'
import { usDate } from '#platform/dates/day.ts'
import type { InZone } from '#platform/dates/zone-stamp.ts'
import type { Report } from '#platform/pdf/pdf.ts'
import type { EventFound } from './sql.ts'
import { oneLine } from '#platform/text/one-line.ts'
import { plural } from '#platform/text/plural.ts'

/** Events on paper; the CSV of the log has all. */
export const EVENTS_ON_PAPER = 500

type Line = readonly [name: string, was: string | number | null | undefined]
type Part = { title: string; lines: readonly Line[] }

const place = ({ address, city, state }: AuthDetail['pharmacy']): string => `${address}, ${city}, ${state}`
const phoneOf = (phone: string | null): string => (phone ? `, ${phone}` : '')

function decisionOf({ decision, priorAuth }: AuthDetail, zone: InZone): Part[] {
  if (!decision) return [{ title: 'Decision', lines: [['', 'Not decided yet']] }]
  const codes = (override: boolean) =>
    decision.rejects
      .filter((one) => one.override === override)
      .map((one) => one.rejectCode)
      .join(', ')
  return [
    {
      title: 'Decision',
      lines: [
        ['', `${decisionWords(decision.decision).words}${decision.undone ? ', undone' : ''}`],
        ['By', [decision.decidedBy, decision.secondApprover].filter(Boolean).join(' and ')],
        ['When', zone.instant(decision.at)],
        ['Reason', decision.reasonDesc],
        ['Note', decision.note],
        ['Clears', codes(true)],
        ['Not cleared', codes(false)],
      ],
    },
    ...(priorAuth
      ? [
          {
            title: priorAuth.kind === 'PERMIT' ? 'Prior authorization' : 'Block',
            lines: [
              ['Number', priorAuth.priorAuthOverrideRef],
              ['State', priorAuth.statusName],
              ['Dates', `${usDate(priorAuth.startDate)} to ${usDate(priorAuth.endDate)}`],
              ['Drug', `${priorAuth.drugDescription} (GPI level ${priorAuth.level})`],
              ['Fills', priorAuth.oneTime ? 'One' : priorAuth.maxFills],
              ['Quantity a fill', priorAuth.maxQtyPerFill],
              ['Days a fill', priorAuth.maxDaysPerFill],
              ['Cost a fill', priorAuth.maxCostPerFill === null ? null : money(priorAuth.maxCostPerFill)],
            ] as const,
          },
        ]
      : []),
  ]
}

function partsOf(of: AuthDetail, zone: InZone): Part[] {
  const { claimant, claim, medication, pharmacy, prescriber } = of
  return [
    {
      title: 'Patient',
      lines: [
        ['', `${claimant.firstName} ${claimant.lastName}`],
        ['Born', usDate(claimant.dateOfBirth)],
        ['Injured', `${usDate(claim.dateOfInjury)}, ${claim.jurisState}`],
        ['Injury', claim.injury],
        ['Conditions', claim.icd.map((one) => `${one.code} ${one.description}`).join('; ')],
        ['Employer', claim.employer],
      ],
    },
    {
      title: 'Prescription',
      lines: [
        ['', [medication.drugName, medication.strength, medication.form].filter(Boolean).join(' ')],
        ['NDC', medication.ndc],
        [
          'Quantity',
          `${medication.quantity.toLocaleString('en-US')} ${medication.unit} for ${plural(medication.daysSupply, 'day')}`,
        ],
        ['Rx number', medication.rxNumber],
        ['Date of service', usDate(medication.dateOfService)],
        [
          'Prescriber',
          `${prescriber.firstName} ${prescriber.lastName}, ${prescriber.credential}${phoneOf(prescriber.phone)}`,
        ],
        ['Pharmacy', `${pharmacy.name}, ${place(pharmacy)}${phoneOf(pharmacy.phone)}`],
      ],
    },
    {
      title: 'Request',
      lines: [
        ['Received', zone.instant(of.requestReceivedDate)],
        ['Due', zone.instant(of.due.at)],
        ['Reconsideration', of.reconsiderationLevel > 0 ? `Level ${of.reconsiderationLevel}` : null],
        ['State rule', of.guideline.name],
      ],
    },
    { title: 'Why it stopped', lines: of.rejects.map((one) => [one.rejectCode, `${one.description}. ${one.message}`]) },
    { title: 'Considerations', lines: of.considerations.map((one) => ['', `${one.title}. ${one.detail}`]) },
    ...(of.recommendation
      ? [
          {
            title: of.recommendation.source === 'PHARMACIST' ? 'Pharmacist recommendation' : 'Automated guidance',
            lines: [
              ['', of.recommendation.rationale],
              ['By', of.recommendation.by],
              ['When', of.recommendation.at && zone.instant(of.recommendation.at)],
            ] as const,
          },
        ]
      : []),
    ...decisionOf(of, zone),
    ...(of.callback
      ? [
          {
            title: 'Pharmacy notice',
            lines: [
              ['', of.callback.status],
              ['Since', zone.instant(of.callback.createdAt)],
              ['Answered', of.callback.acknowledgedAt && zone.instant(of.callback.acknowledgedAt)],
            ] as const,
          },
        ]
      : []),
  ]
}

type About = { by: string; now: Date; zone: InZone; events: readonly EventFound[]; total: number }
/** A request on paper: who, what, why it stopped, the decision and the event log, oldest event first. */
export function detailPaper(of: AuthDetail, { by, now, zone, events, total }: About): Report {
  const rows = partsOf(of, zone).flatMap(({ title, lines }) =>
    lines
      .filter(([, was]) => was !== null && was !== undefined && was !== '')
      .map(([name, was], at) => [at === 0 ? title : '', name, oneLine(String(was))]),
  )
  const log = events
    .toReversed()
    .map((one, at) => [
      at === 0 ? 'Event log' : '',
      zone.instant(one.at),
      oneLine(`${one.event_text} (${one.actor_name})`),
    ])
  return {
    title: `Authorization ${of.referenceNumber}: ${of.authorizationStatus}`,
    about: [`${of.masterCarrier} ${of.subCarrier}   Claim ${of.claimNumber}`, `Times are in ${zone.zone}.`],
    columns: [
      { label: 'Part', share: 20 },
      { label: 'Fact', share: 22 },
      { label: 'What is on file', share: 70 },
    ],
    rows: [...rows, ...log],
    empty: '',
    remark: total > events.length ? `The newest ${events.length} of ${total} events.` : undefined,
    footer: `Confidential health information. Printed by ${by}, ${zone.instant(now.toISOString())}`,
    now,
  }
}
