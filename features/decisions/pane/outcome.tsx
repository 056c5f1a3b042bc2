import { isGranted, isRejected } from '#features/authorizations/statuses.ts'
import { useEffect, useRef, type ReactNode } from 'react'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { usDate } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Facts } from '#platform/ui/list/facts.tsx'
import { iconArrowRight, iconCheck, iconClose, iconHistory, iconInfo } from '#platform/ui/display/icons.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { decisionWords } from '#features/authorizations/in-words.ts'
import css from '../decision.module.css'
import { grantFacts } from './grant-facts.ts'
import { UndoButton } from '../undo/button.tsx'

export type DecidedProps = {
  detail: AuthDetail
  zone: string
  now: number
  /** It was just decided here: the words take the focus of the form. */
  justNow: boolean
  busy: boolean
  onUndo: () => void
  /** Opens the next request of the list; undefined when none waits. */
  onNext: (() => void) | undefined
  /** Address of the list. */
  back: string
  /** Opens the record of what was known when this was decided. */
  onKnown: () => void
  /** What can still be done. */
  after: ReactNode
}

/** A request that has its last word: the decision, what it grants, whether the pharmacy knows, and undo while it can be. */
export function Decided({ detail, zone, now, justNow, busy, onUndo, onNext, back, onKnown, after }: DecidedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (justNow) heading.current?.focus()
  }, [justNow])
  const { decision, priorAuth, callback } = detail
  const granted = isGranted(detail.authorizationStatusId)
  const refused = isRejected(detail.authorizationStatusId)
  const cleared = decision?.rejects.filter((reject) => reject.override).map((reject) => reject.rejectCode) ?? []
  const stood = decision?.rejects.filter((reject) => !reject.override).map((reject) => reject.rejectCode) ?? []
  const findings =
    decision?.rejects
      .flatMap(({ rejectCode, findings = [] }) => findings.map((one) => ({ ...one, rejectCode })))
      .filter(({ reason }) => reason !== '') ?? []
  return (
    <div className={css.decided}>
      <div>
        <Badge
          tone={granted ? 'green' : refused ? 'red' : 'neutral'}
          icon={granted ? iconCheck : refused ? iconClose : iconInfo}
        >
          {detail.authorizationStatus}
        </Badge>
      </div>
      <h2 ref={heading} tabIndex={-1}>
        {decision
          ? `${decisionWords(decision.decision).words} by ${deciders(decision)}`
          : detail.decidedBy
            ? `${detail.authorizationStatus} by ${detail.decidedBy}`
            : detail.authorizationStatus}
      </h2>
      {detail.undoUntil !== null && <UndoButton until={detail.undoUntil} {...{ now, busy, onUndo }} />}
      {decision && (
        <Part title="Decision">
          <Facts
            of={[
              ['When', exactWords(decision.at, zone)],
              ...(decision.secondApprover !== null
                ? ([
                    ['First approval', decision.decidedBy],
                    ['Second approval', decision.secondApprover],
                  ] as const)
                : []),
              ['Reason', decision.reasonDesc],
              ...(decision.note ? [['Note', decision.note] as const] : []),
              ...(cleared.length > 0 ? [['Clears', cleared.join(', ')] as const] : []),
              ...findings.map(
                ({ rejectCode, about, reason }) =>
                  [`Why ${[rejectCode, about].filter(Boolean).join(', ')}`, reason] as const,
              ),
              ...(refused && stood.length > 0 ? [['Codes', stood.join(', ')] as const] : []),
            ]}
          />
        </Part>
      )}
      {priorAuth && (
        <Part title={priorAuth.kind === 'PERMIT' ? 'Prior authorization' : 'Block'}>
          <Facts
            of={[
              ['Number', priorAuth.priorAuthOverrideRef],
              ['State', priorAuth.statusName],
              ['Dates', `${usDate(priorAuth.startDate)} to ${usDate(priorAuth.endDate)}`],
              ...grantFacts(priorAuth),
              [
                'GPI level',
                `${priorAuth.level} (${priorAuth.gpiPrefix})${priorAuth.brandFlag === 'B' ? ', brand only' : ''}`,
              ],
            ]}
          />
        </Part>
      )}
      <Part title="Pharmacy">
        {callback ? (
          <Facts
            of={[
              ['Pharmacy notice', callback.status],
              ['Since', exactWords(callback.createdAt, zone)],
              ...(callback.acknowledgedAt ? [['Answered', exactWords(callback.acknowledgedAt, zone)] as const] : []),
            ]}
          />
        ) : (
          <p className="muted">The portal did not notify the pharmacy.</p>
        )}
      </Part>
      {after}
      <div className={css.acts}>
        {decision && (
          <Button icon={iconHistory} keys={['W']} onClick={onKnown}>
            Decision record
          </Button>
        )}
        {onNext ? (
          <Button tone="primary" iconEnd={iconArrowRight} keys={['J']} onClick={onNext}>
            Next request
          </Button>
        ) : (
          <LinkButton tone="primary" href={back} keys={['Esc']}>
            Back to requests
          </LinkButton>
        )}
      </div>
    </div>
  )
}

/** Who decided; both where two had to agree. */
const deciders = ({ decidedBy, secondApprover }: NonNullable<AuthDetail['decision']>): string =>
  secondApprover === null ? decidedBy : `${decidedBy} and ${secondApprover}`

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}
