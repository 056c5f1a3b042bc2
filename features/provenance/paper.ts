import type { Report } from '#platform/pdf/pdf.ts'
import type { Provenance } from './contract.ts'
import type { Words } from './lines.ts'
import { kindInWords, sectionsOf } from './sections.ts'

export type About = { carrier: string; claimNumber: string; by: string; zone: string; now: Date }

/** `DecisionRecord_004417733920.pdf`: a reference says nothing about a person. */
export const fileName = (of: Provenance): string => `DecisionRecord_${of.referenceNumber}.pdf`

const many = (count: number): string => `${count} ${count === 1 ? 'record' : 'records'}`

/** Everything that was known at each decision of a request, on paper. */
export function paper(of: Provenance, about: About, words: Words): Report {
  const rows = of.records.flatMap((kept) => {
    const title = kept.record
      ? `${kindInWords(kept.record.kind)}, ${words.instant(kept.record.at)}`
      : 'Unreadable record'
    return [
      [
        `Record ${kept.sequence}`,
        title,
        kept.problems.length === 0 ? 'Unchanged since it was saved.' : kept.problems.join(' '),
      ],
      ...sectionsOf(kept, words).flatMap((section) =>
        section.lines.map((one, at) => [
          at === 0 ? section.title : '',
          one.name ? `${one.name}: ${one.was}` : one.was,
          [one.source, one.id].filter(Boolean).join(', '),
        ]),
      ),
    ]
  })
  return {
    title: `Decision record: authorization ${of.referenceNumber}`,
    about: [
      `${about.carrier}   Claim ${about.claimNumber}   ${of.authorizationStatus}   ${many(of.records.length)}`,
      of.intact
        ? 'Records verified, unchanged: each fingerprint matches its text and includes the one before it.'
        : `Some records were changed after they were saved. ${of.problems.join(' ')}`.trim(),
      `Times are in ${about.zone}.`,
    ],
    columns: [
      { label: 'Part', share: 16 },
      { label: 'Record', share: 62 },
      { label: 'Source, version', share: 34 },
    ],
    rows,
    empty: 'No decision of this request has been made',
    footer: `Confidential health information. Printed by ${about.by}, ${words.instant(about.now.toISOString())}`,
    now: about.now,
  }
}
