import type { MouseEvent } from 'react'
import { Link } from 'wouter'
import { usDate } from '#platform/dates/day.ts'
import { whenWords } from '#platform/dates/words.ts'
import { cx } from '#platform/ui/cx.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { iconStethoscope, iconHidePane, iconBone, iconSettings, iconStore } from '#platform/ui/display/icons.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Timer } from '#platform/ui/display/timer.tsx'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import { authorizations, type AdditionalDetails } from '#features/authorizations/contract.ts'
import type { ListRow } from '#features/worklist/listed.ts'
import { adviceWords } from '../advice-words.ts'
import { figure, money } from '#features/authorizations/figures.ts'
import { decisionWords, genderWords } from '#features/authorizations/in-words.ts'
import { rejectWords } from '#features/authorizations/reject-words.ts'
import { handedOverStatuses, isOpen, status } from '#features/authorizations/statuses.ts'
import type { OpenWith } from '#features/authorizations/queue.ts'
import { StepButtons } from '#platform/ui/button/step-buttons.tsx'
import { limitWords } from './answer-words.ts'
import { PreviewFacts } from './preview-facts.tsx'
import { queueTimer } from './queue-clock.ts'
import { claimantName, prescriberName } from './row-words.ts'
import { bothTimes } from '../timers.ts'
import css from './preview-pane.module.css'
import { plural } from '#platform/text/plural.ts'

/** A row the user only passes is not fetched, and so not disclosed. */
const restBeforeAsking = 120

type PreviewPaneProps = {
  row: ListRow
  zone: string
  now: number
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onHide: () => void
  /** Address of the request, with a form open. */
  hrefOf: (row: ListRow, form?: OpenWith) => string
  /** Opens it, with a form when one is named. */
  onOpen: (row: ListRow, form?: OpenWith) => void
  /** True for read-only users. */
  readOnly: boolean
}

/** Who, what, why, what is advised and what was decided before, of the current row. */
export function PreviewPane({
  row,
  zone,
  now,
  onPrevious,
  onNext,
  onHide,
  hrefOf,
  onOpen,
  readOnly,
}: PreviewPaneProps) {
  const { carrier } = useUser()
  const id = useRested(row.authorizationId, restBeforeAsking)
  const answer = useRead(authorizations.additional, { authorizationIds: [id] })
  const more = id === row.authorizationId ? answer.data?.find((one) => one.authorizationId === id) : undefined
  // Their messages come with the rest.
  const rejects: readonly { rejectCode: string; description: string; message?: string }[] = more?.rejects ?? row.rejects
  // A plain click keeps the order of the list in the history entry; Ctrl or the middle button opens a new tab.
  const opens = (form?: OpenWith) => (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen(row, form)
  }
  // What waits for somebody else is decided from their queue, where the row says who sent it.
  const isInQueue = row.pharmacist?.by !== undefined
  const elsewhere = handedOverStatuses.includes(row.authorizationStatusId) && !isInQueue
  const mayDecide = !readOnly && isOpen(row.authorizationStatusId) && !elsewhere
  return (
    <aside className={css.pane} aria-label={`Preview of the request of ${claimantName(row)}, ${row.drugName}`}>
      <div className={css.head}>
        <div className={css.bar}>
          {isOpen(row.authorizationStatusId) ? (
            <Timer pill {...(isInQueue ? queueTimer : bothTimes)(row, now, zone)} />
          ) : (
            <b>{row.authorizationStatus}</b>
          )}
          <span className="grow" />
          <StepButtons of="request" onPrevious={onPrevious} onNext={onNext} />
          <IconButton size="small" icon={iconHidePane} label="Hide preview" keys={['Space']} onClick={onHide} />
        </div>
        <h2>
          <Link
            href={patientAddress({
              masterCarrier: carrier.code,
              subCarrier: row.subCarrier,
              claimId: row.stratusClaimId,
            })}
          >
            {claimantName(row)}
          </Link>
        </h2>
        <p className="muted">
          {more ? `${more.age}, ${genderWords(more.gender)} · born ${usDate(more.dateOfBirth)} · ` : ''}
          {row.claimNumber}
          {more && ` · injured ${usDate(more.dateOfInjury)}`}
        </p>
        {more ? (
          <p className={css.injury}>
            <Icon of={iconBone} size={15} />
            <span>
              {[more.injury, more.acceptedIcd[0] && `(${more.acceptedIcd[0].code})`].filter(Boolean).join(' ') ||
                'Injury not on file'}
            </span>
          </p>
        ) : (
          <Skeleton width={240} />
        )}
      </div>
      <div className={css.body} tabIndex={0} role="region" aria-label="Preview">
        <section>
          <h3 className={css.eyebrow}>Request</h3>
          <p className={css.drug}>
            {row.drugName} {row.strength}
          </p>
          <p className="muted">
            {figure(row.quantity)} for {row.daysSupply} {row.daysSupply === 1 ? 'day' : 'days'} ·{' '}
            {figure(row.quantity / row.daysSupply)} a day · {row.genericOrbrand === 'G' ? 'generic' : 'brand'}
          </p>
          <p className="muted">{[prescriberName(row), row.pharmacyName].filter(Boolean).join(' · ')}</p>
        </section>
        <section>
          <h3 className={css.eyebrow}>Why it stopped</h3>
          <ul className={css.why}>
            {rejects.map((reject, at) => {
              const words = rejectWords(reject.rejectCode, reject.description)

              return (
                <li key={at}>
                  <CodeChip code={reject.rejectCode} words={words} beside />
                  <span>
                    <b>{words}.</b> {reject.message !== reject.description && reject.message}
                  </span>
                </li>
              )
            })}
          </ul>
        </section>
        {row.pharmacist?.approved && (
          <section>
            <h3 className={css.eyebrow}>What {row.pharmacist.by} approved</h3>
            <p>
              {row.pharmacist.approved.codes.length > 0 && <b>Cleared {row.pharmacist.approved.codes.join(', ')}. </b>}
              {limitWords(row.pharmacist.approved)}
              {row.pharmacist.note && <>. “{row.pharmacist.note}”</>}
            </p>
            {row.pharmacist.approved.limit !== null && (
              <p className="muted">
                {row.pharmacist.by} approves up to {money(row.pharmacist.approved.limit)} alone.
              </p>
            )}
          </section>
        )}
        {more ? (
          <More row={row} more={more} zone={zone} now={now} />
        ) : answer.error ? (
          <NotLoaded small title="The rest could not be loaded" safe="The request itself can be opened." of={answer} />
        ) : (
          <div className={css.waiting} aria-busy="true">
            {[320, 260, 200, 320, 240].map((width, at) => (
              <Skeleton key={at} width={width} />
            ))}
          </div>
        )}
      </div>
      <div className={css.foot}>
        <LinkButton tone="primary" href={hrefOf(row)} keys={['Enter']} onClick={opens()}>
          Open
        </LinkButton>
        {mayDecide && (
          <>
            <LinkButton href={hrefOf(row, 'approve')} keys={['A']} onClick={opens('approve')}>
              Approve
            </LinkButton>
            {row.authorizationStatusId === status.PENDING_SECOND_APPROVAL ? (
              // R means the same as beside the form: a second approver confirms, or returns it.
              <LinkButton href={hrefOf(row, 'return')} keys={['R']} onClick={opens('return')}>
                Return
              </LinkButton>
            ) : (
              <LinkButton tone="dangerOutline" href={hrefOf(row, 'reject')} keys={['R']} onClick={opens('reject')}>
                Reject
              </LinkButton>
            )}
          </>
        )}
      </div>
    </aside>
  )
}

function More({ row, more, zone, now }: { row: ListRow; more: AdditionalDetails; zone: string; now: number }) {
  const { recommendation: advice, mme, lastDecision } = more
  const byPharmacist = advice?.source === 'PHARMACIST'
  const rises = mme !== null && mme.after > mme.now
  const last = lastDecision && decisionWords(lastDecision.decision)
  return (
    <>
      {advice && (
        <section className={cx(css.advice, byPharmacist && css.byPharmacist)}>
          <h3>
            <Icon of={byPharmacist ? iconStethoscope : iconSettings} size={15} />{' '}
            {byPharmacist ? 'Pharmacist recommends' : 'Automated guidance'}
          </h3>
          <p>
            {adviceWords(advice) && <b>{adviceWords(advice)} </b>}
            {advice.rationale}
          </p>
        </section>
      )}
      <dl className={css.figures}>
        <div>
          <dt>MME</dt>
          <dd className={rises ? css.rises : undefined}>
            {mme ? (mme.now === mme.after ? figure(mme.after) : `${figure(mme.now)} to ${figure(mme.after)}`) : 'n/a'}
          </dd>
          {mme && <dd className={css.small}>a day</dd>}
        </div>
        <div>
          <dt>Cost</dt>
          <dd>{row.estimatedCost === null ? 'n/a' : money(row.estimatedCost)}</dd>
          <dd className={css.small}>this fill</dd>
        </div>
        <div>
          <dt>Earlier decisions</dt>
          <dd>{last?.words ?? 'none'}</dd>
          <dd className={css.small}>{lastDecision ? whenWords(lastDecision.at, zone, now) : 'for this drug'}</dd>
        </div>
      </dl>
      {more.careScoreBand && (
        <p>
          Care score: <b>{more.careScoreBand.toLowerCase()}</b>
        </p>
      )}
      {more.pharmacyWaiting && (
        <p className={css.counter}>
          <Icon of={iconStore} size={15} />
          <span>
            <b>Patient is at the counter.</b> The pharmacy sent it at {whenWords(more.lastSubmittedAt, zone, now)}.
          </span>
        </p>
      )}
      {more.existingPriorAuths.length > 0 && (
        <section>
          <h3 className={css.eyebrow}>Active prior authorizations</h3>
          <ul className={css.lines}>
            {more.existingPriorAuths.slice(0, 3).map((one) => (
              <li key={one.priorAuthId}>
                {one.kind === 'BLOCK' ? 'Block: ' : ''}
                {one.drugDescription} <span className="muted">to {usDate(one.endDate)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {more.lastFills.length > 0 && (
        <section>
          <h3 className={css.eyebrow}>Last fills</h3>
          <ul className={css.lines}>
            {more.lastFills.slice(0, 3).map((fill) => (
              <li key={fill.tcn}>
                {usDate(fill.fillDate)} · {fill.drugName}{' '}
                <span className="muted">
                  {figure(fill.quantity)} / {plural(fill.daysSupply, 'day')}
                  {fill.status === 'R' ? ' · rejected' : ''}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <PreviewFacts {...{ more, zone, now }} />
    </>
  )
}
