import { Suspense, type ReactNode } from 'react'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { lazyExtra, lazyPart } from '#platform/browser/load-part.ts'
import { usDate } from '#platform/dates/day.ts'
import { cx } from '#platform/ui/cx.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconAlert, iconLock, iconPill, iconSiren, iconStore, iconUser } from '#platform/ui/display/icons.ts'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { rejectWords } from '#features/authorizations/reject-words.ts'
import { PatientLink } from './authorization-head.tsx'
import css from './summary.module.css'
import { figure } from '#features/authorizations/figures.ts'
import {
  brandMark,
  claimStateWords,
  genderWords,
  gpiSteps,
  gradeWords,
  quantityWords,
  scheduleWords,
  spanOfDays,
} from '#features/authorizations/in-words.ts'
import { denierSentence, lapseSentence } from '#features/authorizations/law-in-words.ts'
import { When } from '#platform/ui/display/when.tsx'

// What a code or a term means comes after the page.
const ExplainCode = lazyExtra(() => import('../help/explain.tsx').then((it) => it.ExplainCode))
const CopyButton = lazyExtra(() => import('#platform/ui/button/copy-button.tsx').then((it) => it.CopyButton))
const ExplainTerm = lazyExtra(() => import('../help/explain.tsx').then((it) => it.ExplainTerm))
const Amount = lazyPart(() => import('#features/evidence/as-sent.tsx').then((it) => it.Amount))
const Sent = lazyPart(() => import('#features/evidence/as-sent.tsx').then((it) => it.Sent))
const AsSent = lazyPart(() => import('#features/evidence/as-sent.tsx').then((it) => it.AsSent))

type SummaryProps = {
  detail: AuthDetail
  zone: string
  now: number
  /** The last decision for this claim and drug in a few words; undefined while it is not known. */
  before: string | undefined
}

/** Claimant, drug and reasons of the stop, side by side. */
export function Summary(props: SummaryProps) {
  return (
    <div className={css.summary}>
      <Who {...props} />
      <What {...props} />
      <WhyItStopped {...props} />
    </div>
  )
}

function Who({ detail }: SummaryProps) {
  const { claimant, claim } = detail
  const cause = claim.icd.find((icd) => icd.primary) ?? claim.icd[0]
  const span = claim.coverage.at(-1)
  return (
    <section className={cx(css.part, css.who)} aria-labelledby="who">
      <h2 id="who" className={cx(css.eyebrow, css.blue)}>
        <Icon of={iconUser} size={14} /> Who
      </h2>
      <p className={cx(css.name, css.blue)}>
        <PatientLink detail={detail}>
          {claimant.firstName} {claimant.lastName}
        </PatientLink>
      </p>
      <Facts
        className={css.facts}
        of={[
          ['Age', `${claimant.age}, ${genderWords(claimant.gender)} · born ${usDate(claimant.dateOfBirth)}`],
          [
            'Claim',
            <>
              {claim.claimNumber}{' '}
              <span className="muted">
                {detail.masterCarrier}/{detail.subCarrier}
              </span>
              <Copy text={claim.claimNumber} label="Copy claim number" done="Claim number copied." />
            </>,
          ],
          ['State', `${detail.guideline.jurisdiction} · ${claimStateWords(claim.compensability, claim.claimStatus)}`],
          [
            'Injury',
            <>
              {injuryWords(claim)}{' '}
              {cause && (
                <span className="muted" title={cause.description}>
                  · {cause.code}
                </span>
              )}
            </>,
          ],
          [
            'Injured',
            <>
              {usDate(claim.dateOfInjury)} <span className="muted">({spanOfDays(claim.daysSinceInjury)} ago)</span>
            </>,
          ],
          ['Employer', claim.employer],
          ['Coverage', span && `${usDate(span.effectiveDate)} – ${span.termDate ? usDate(span.termDate) : 'present'}`],
          ...Object.entries(detail.passthru).map(([label, value]) => [label, value] as const),
          [
            'Owner',
            detail.caseOwners.length > 0 && (
              <span className={css.owner}>
                {detail.caseOwners.slice(0, 2).map((owner) => (
                  <span key={owner.adjusterId} className={css.owner}>
                    <Avatar name={owner.name} size="small" /> {owner.name}
                  </span>
                ))}
                {detail.caseOwners.length > 2 && <span className="muted">and {detail.caseOwners.length - 2} more</span>}
              </span>
            ),
          ],
        ]}
      />
    </section>
  )
}

/** A button that copies a number; the number itself does not wait for it. */
const Copy = (of: { text: string; label: string; done: string }) => (
  <span className={css.copy}>
    <Suspense fallback={null}>
      <CopyButton {...of} />
    </Suspense>
  </span>
)

/** Patches and what is put on the skin have no count by day. */
const isByDay = (form: string): boolean => !/patch|cream|ointment|gel|lotion|kit|powder/.test(form)

/** The injury, and the accepted parts it does not name. */
function injuryWords({ injury, bodyParts }: SummaryProps['detail']['claim']): string {
  const parts = bodyParts.filter((part) => !injury.toLowerCase().startsWith(part.toLowerCase()))
  return [injury, parts.join(', ')].filter(Boolean).join(' · ')
}

const brandWords: Readonly<Record<string, string>> = { G: 'generic', B: 'brand', M: 'brand, generic available' }

type AsLastSentProps = { detail: AuthDetail; figure: 'Drug' | 'Prescriber'; children: ReactNode }
/** A figure as it was sent last; the mark of what changed comes after the page. */
const AsLastSent = ({ detail, figure, children }: AsLastSentProps) => (
  <Suspense fallback={children}>
    <Sent authorizationId={detail.authorizationId} figure={figure}>
      {children}
    </Sent>
  </Suspense>
)

function What({ detail, zone, now }: SummaryProps) {
  const { medication, prescriber, pharmacy } = detail
  const quantity = quantityWords(medication.quantity, medication.unit, medication.form)
  const amount = `${quantity} for ${medication.daysSupply} ${medication.daysSupply === 1 ? 'day' : 'days'}`
  const kind = [
    brandWords[medication.genericOrBrand] ?? '',
    medication.deaSchedule ? scheduleWords(medication.deaSchedule) : '',
  ]
    .filter(Boolean)
    .join(', ')
  const fill =
    medication.fillNumber === 0
      ? 'First fill of this prescription'
      : `Refill ${medication.fillNumber} of ${medication.refillsAuthorised}`
  return (
    <section className={css.part} aria-labelledby="what">
      <h2 id="what" className={cx(css.eyebrow, css.teal)}>
        <Icon of={iconPill} size={14} /> What
      </h2>
      <p className={css.name}>
        <AsLastSent {...{ detail }} figure="Drug">
          {medication.drugName} {medication.strength}
          {brandMark(detail.genericOrbrand)}
        </AsLastSent>
      </p>
      <Facts
        className={cx(css.facts, css.wide)}
        of={[
          [
            'Amount',
            <>
              <Suspense fallback={<b>{amount}</b>}>
                <Amount authorizationId={detail.authorizationId}>{amount}</Amount>
              </Suspense>{' '}
              {isByDay(medication.form) && <span className="nowrap">({figure(medication.unitsPerDay)} a day)</span>}
            </>,
          ],
          [
            'Fill',
            `${fill} · Rx\u00a0${medication.rxNumber}${medication.daw !== '0' && medication.daw !== '' ? ` · dispense as written ${medication.daw}` : ''}`,
          ],
          ...(medication.clinicCode
            ? [
                [
                  'Billed as',
                  <>
                    <b>{[medication.clinicCode.code, ...medication.clinicCode.modifiers].join('-')}</b>{' '}
                    {medication.clinicCode.units} {medication.clinicCode.units === 1 ? 'unit' : 'units'} by the clinic
                  </>,
                ] as const,
              ]
            : []),
          [
            'GPI',
            <>
              <span className="sr-only">{medication.gpi}</span>
              <span className={css.gpi} aria-hidden="true">
                {gpiSteps(medication.gpi).map((step, index) => (
                  <span key={index}>{step}</span>
                ))}
              </span>{' '}
              <span className="nowrap">
                <span className="muted">{kind}</span>
                <Suspense fallback={null}>
                  <ExplainTerm term="GPI" />
                </Suspense>
              </span>
            </>,
          ],
          [
            'Prescriber',
            <>
              <AsLastSent {...{ detail }} figure="Prescriber">
                {[`${prescriber.firstName} ${prescriber.lastName}`.trim(), prescriber.credential]
                  .filter(Boolean)
                  .join(', ')}
              </AsLastSent>{' '}
              {prescriber.specialty && <span className="muted">· {prescriber.specialty.toLowerCase()}</span>}
            </>,
          ],
          [
            'Pharmacy',
            <>
              {[pharmacy.name, pharmacy.city].filter(Boolean).join(', ')}{' '}
              <span className="muted">· {detail.deliveryType.name.toLowerCase()}</span>
              {pharmacy.phone && (
                <span className="muted nowrap">
                  {' '}
                  · <a href={`tel:${pharmacy.phone.replaceAll(/\D/g, '')}`}>{pharmacy.phone}</a>
                </span>
              )}
            </>,
          ],
          [
            'Received',
            <>
              <When at={detail.requestReceivedDate} zone={zone} now={now} />
              {detail.resubmissionCount > 0 && (
                <span className="muted">
                  {' '}
                  · sent again {detail.resubmissionCount === 1 ? 'once' : `${detail.resubmissionCount} times`}
                </span>
              )}{' '}
              <span className="muted">· request</span>{' '}
              <span className="nowrap">
                <span className="muted">{detail.referenceNumber}</span>
                <Copy text={detail.referenceNumber} label="Copy request number" done="Request number copied." />
              </span>
            </>,
          ],
          ...(detail.pharmacyWaiting
            ? [
                [
                  'Waiting',
                  <span key="waiting" className={css.waiting}>
                    <Icon of={iconStore} size={14} /> Patient at the counter since{' '}
                    <When at={detail.lastSubmittedAt} zone={zone} now={now} />
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      />
      <Suspense fallback={null}>
        <AsSent authorizationId={detail.authorizationId} />
      </Suspense>
    </section>
  )
}

/** Whether the first of two people cleared it: of a safety code, this finding. */
const isCleared = (first: AuthDetail['firstApproval'], reject: AuthDetail['rejects'][number]): boolean =>
  first?.codes.includes(reject.rejectCode) === true &&
  (!reject.safety || (first.cleared?.some(({ finding }) => finding === (reject.finding ?? reject.rejectCode)) ?? true))

function WhyItStopped({ detail, before }: SummaryProps) {
  return (
    <section className={cx(css.part, css.why)} aria-labelledby="why">
      <h2 id="why" className={cx(css.eyebrow, css.red)}>
        <Icon of={iconAlert} size={14} /> Why it stopped
      </h2>
      <ul className={css.rejects}>
        {detail.rejects.map((reject, index) => {
          const words = rejectWords(reject.rejectCode, reject.description)
          const cleared = isCleared(detail.firstApproval, reject)
          return (
            <li key={index}>
              <CodeChip code={reject.rejectCode} words={words} tone="red" beside />
              <span>
                <b>
                  {/* The sign of the explanation stays with the last word. */}
                  {words.slice(0, words.lastIndexOf(' ') + 1)}
                  <span className="nowrap">
                    {words.slice(words.lastIndexOf(' ') + 1)}
                    <Suspense fallback={null}>
                      <ExplainCode
                        authorizationId={detail.authorizationId}
                        code={reject.rejectCode}
                        message={reject.message}
                        words={words}
                        fixHint={reject.fixHint}
                        overridableBy={reject.overridableBy}
                        first={index === 0}
                      />
                    </Suspense>
                  </span>
                </b>
                {reject.message && reject.message !== reject.description && <small>{reject.message}</small>}
                {(reject.safety || reject.hardStop || cleared) && (
                  <span className={css.grades}>
                    {reject.safety && (
                      <Badge tone={reject.severity === 3 ? 'amber' : 'red'} icon={iconSiren}>
                        {gradeWords(reject.severity)}
                      </Badge>
                    )}
                    {reject.hardStop && (
                      <Badge tone="red" icon={iconLock}>
                        Hard stop
                      </Badge>
                    )}
                    {cleared && <Badge>Cleared by {detail.firstApproval!.byName}</Badge>}
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      {detail.mustAlsoFix.length > 0 && (
        <p className={css.alsoFix}>The pharmacy must also correct: {detail.mustAlsoFix.join(', ')}.</p>
      )}
      <Facts
        className={cx(css.facts, css.inShort)}
        of={[
          ['Earlier decisions', before ?? <span className="muted">…</span>],
          [
            'State',
            [denierSentence(detail.guideline), lapseSentence(detail.guideline.lapse)].filter(Boolean).join(' '),
          ],
        ]}
      />
    </section>
  )
}
