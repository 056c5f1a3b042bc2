import { Link } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import { rejectWords } from '#features/authorizations/reject-words.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import type { ListRow } from '#features/worklist/listed.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { cx } from '#platform/ui/cx.ts'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { Timer } from '#platform/ui/display/timer.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { queueTimer } from '../worklist/queue-clock.ts'
import { claimantName } from '../worklist/row-words.ts'
import css from './home.module.css'

/** Who sent it, and what they approved before. */
export function sentWords({ pharmacist, caseOwnerFirstName, caseOwnerLastName }: ListRow): string {
  const by = pharmacist?.by
  if (by === undefined) return caseOwnerLastName ? `${caseOwnerFirstName} ${caseOwnerLastName}` : 'No case owner'
  const codes = pharmacist?.approved?.codes ?? []
  return codes.length > 0 ? `${by} approved ${codes.join(', ')}` : `Sent by ${by}`
}

/** What a case owner cleared already is not left. */
const leftOf = ({ rejects, pharmacist }: ListRow) =>
  [...new Map(rejects.map((one) => [one.rejectCode, one])).values()].filter(
    ({ rejectCode }) => !pharmacist?.approved?.codes.includes(rejectCode),
  )

/** A request in a queue on Home: who sent it, what is left to clear, and until when the answer is wanted; of a reviewer the state's time. */
export function QueueRow({ of, mc }: { of: ListRow; mc: string }) {
  const { person } = useUser()
  const now = useNow()
  return (
    <div className={cx(css.row, css.withCodes)}>
      <span className={css.who}>
        <Link
          href={patientAddress({ masterCarrier: mc, subCarrier: of.subCarrier, claimId: of.stratusClaimId }, 'pending')}
        >
          {claimantName(of)}
        </Link>
        <small>
          <span className="nowrap">Claim {of.claimNumber}</span> · {of.subCarrier}
        </small>
      </span>
      <span className={css.what}>
        <Link href={requestPath(of.authorizationId)} className="truncate">
          {of.drugName} {of.strength}
        </Link>
        <small>
          {sentWords(of)} · {of.jurisState}
        </small>
      </span>
      <span className={css.codes}>
        {leftOf(of).map(({ rejectCode, description }) => (
          <CodeChip key={rejectCode} code={rejectCode} words={rejectWords(rejectCode, description)} />
        ))}
      </span>
      <Timer {...queueTimer(of, now, person.timeZone)} />
    </div>
  )
}
