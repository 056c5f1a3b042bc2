import { Link } from 'wouter'
import { requestPath } from '#features/authorizations/queue.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { levelInWords } from '#features/prior-auths/levels.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { whenWords } from '#platform/dates/words.ts'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconCheck, iconClock, iconClose } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import type { ListedPriorAuth } from './contract.ts'
import { endsSoon, endWords, fillsAllowed, reachWords, whyNot, type ChangeKind } from './in-words.ts'
import css from './prior-auths.module.css'
import { StatusBadge } from './status-badge.tsx'
import { plural } from '#platform/text/plural.ts'

const dollars = (amount: number | null): string => (amount === null ? '' : `$${amount.toFixed(2)}`)

type DetailsProps = PatientTabProps & { of: ListedPriorAuth; today: string }

/** One prior authorization or block: what it lets through and not, what it rested on, its fills, and who changed it. */
export function PriorAuthDetails({ of, today, patient }: DetailsProps) {
  const { person } = useUser()
  const now = useNow()
  const { lets, stops } = reachWords(of, levelInWords(of.level))
  const most = fillsAllowed(of)
  const measures = new Map(of.clearedFindings.map((one) => [one.rejectCode, one.upTo]))
  const block = of.kind === 'BLOCK'
  return (
    <div className={css.details}>
      <p className={css.badges}>
        <StatusBadge of={of} />
        {endsSoon(of, today) && (
          <Badge tone="amber" icon={iconClock}>
            Ends {endWords(of, today)}
          </Badge>
        )}
      </p>
      <h2>{of.drugDescription}</h2>
      <p className="muted">
        {of.priorAuthOverrideRef} · {block ? 'blocked' : 'approved'} {whenWords(of.createdAt, person.timeZone, now)} by{' '}
        {of.createdByName}
      </p>
      <h3>{block ? 'Stops' : 'Covers'}</h3>
      <ul className={css.reach}>
        {lets.map((text) => (
          <li key={text} data-tone="good">
            <Icon of={iconCheck} size={14} /> {text}
          </li>
        ))}
        {!block &&
          of.codesCleared.map((code, at) => (
            <li key={code} data-tone="good">
              <Icon of={iconCheck} size={14} />
              <span>
                Clears <CodeChip code={code} words={of.codeMeanings[at] ?? ''} beside /> {of.codeMeanings[at]}
                {measures.get(code) && <small>{measures.get(code)}</small>}
              </span>
            </li>
          ))}
        {of.overrideAll && (
          <li data-tone="good">
            <Icon of={iconCheck} size={14} /> Cleared all ordinary rejects that stood when it was approved
          </li>
        )}
        {stops.map((text) => (
          <li key={text} data-tone="bad">
            <Icon of={iconClose} size={14} /> {text}
          </li>
        ))}
      </ul>
      <h3>Basis</h3>
      <p>
        {of.reasonDesc || 'No reason was written.'}{' '}
        {of.authorizationId && (
          <Link href={requestPath(of.authorizationId)}>Request {of.referenceNumber ?? 'it came from'}</Link>
        )}
      </p>
      {of.openRequests.map((one) => (
        <Note key={one.authorizationId} tone="amber">
          A request for this drug is open and due {whenWords(one.dueAt, person.timeZone, now)}.{' '}
          <Link href={requestPath(one.authorizationId)}>Open it</Link>
        </Note>
      ))}
      {!block && (
        <>
          <h3>
            Fills used, {of.fillsUsed}
            {most === null ? '' : ` of ${most}`}
          </h3>
          {of.fills.length === 0 && <p className="muted">None yet</p>}
          <ul className={css.lines}>
            {of.fills.map((fill) => (
              <li key={fill.tcn}>
                <span>{usDate(fill.fillDate)}</span>
                <span>
                  <b>
                    {fill.quantity.toLocaleString('en-US')} / {plural(fill.daysSupply, 'day')}
                  </b>
                  <small>{fill.pharmacyName}</small>
                </span>
                <span>{dollars(fill.paidAmount)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>History</h3>
      <ul className={css.lines}>
        {of.changes.map((one) => (
          <li key={`${one.at} ${one.by}`}>
            <span>{whenWords(one.at, person.timeZone, now)}</span>
            <span>
              {one.fields.map((field) => `${field.name}: ${field.before} → ${field.after}`).join('; ') || 'Changed'}
              <small>
                {one.by}
                {one.reason && `: ${one.reason}`}
              </small>
            </span>
          </li>
        ))}
        <li>
          <span>{whenWords(of.createdAt, person.timeZone, now)}</span>
          <span>
            {block ? 'Blocked' : 'Approved'}
            <small>
              {of.createdByName}
              {of.reasonDesc && `: ${of.reasonDesc}`}
            </small>
          </span>
        </li>
      </ul>
      <p className="muted">Claim {patient.claimNumber}</p>
    </div>
  )
}

type ActsProps = { of: ListedPriorAuth; onChange: (kind: ChangeKind) => void; onAgain: () => void }

/** The buttons of one: those the server allows, the others with its reason. */
export function PriorAuthActs({ of, onChange, onAgain }: ActsProps) {
  const button = (action: string) => {
    const why = whyNot(of, action)
    return { never: why?.code === 'UPDATE_BLOCKED', whyNot: why?.message }
  }
  const again = of.allowedActions.includes('again') || whyNot(of, 'again') !== undefined
  return (
    <div className={css.acts}>
      {again && (
        <ActButton {...button('again')} tone="primary" onClick={onAgain}>
          {of.kind === 'BLOCK' ? 'Block again' : 'Create again'}
        </ActButton>
      )}
      {(!again || of.allowedActions.includes('extend')) && (
        <ActButton
          {...button('extend')}
          tone={again ? 'secondary' : 'primary'}
          keys={['X']}
          onClick={() => onChange('extend')}
        >
          {again ? 'Renew' : 'Extend'}
        </ActButton>
      )}
      {!again && (
        <>
          <ActButton {...button('change')} keys={['C']} onClick={() => onChange('change')}>
            Change
          </ActButton>
          <ActButton {...button('end')} tone="dangerOutline" keys={['E']} onClick={() => onChange('end')}>
            {of.kind === 'BLOCK' ? 'Lift' : 'End'}
          </ActButton>
        </>
      )}
    </div>
  )
}
