import { Badge } from '#platform/ui/display/badge.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { usDate } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { useRead } from '#platform/browser/use-call.ts'
import type { OutputOf } from '#platform/calls/contract.ts'
import { determinations, type Entry } from './contract.ts'
import { reviewNotice } from './review.ts'
import css from './determinations.module.css'
import { authorityInWords } from './authorities.ts'
import { grantWords } from './saying.ts'

type Referral = OutputOf<typeof determinations.list>['referrals'][number]
const results: Readonly<Record<NonNullable<Referral['result']>, string>> = {
  CERTIFIED: 'Certified',
  MODIFIED: 'Certified with changes',
  DENIED: 'Denied',
  RETURNED: 'Returned without a determination',
  ENDED: 'Ended: the request was closed meanwhile',
}

/** Everything reviewers, boards and courts said about a request, and when it was with the reviewers. */
export function Determinations({ id, zone, onClose }: { id: string; zone: string; onClose: () => void }) {
  const query = useRead(determinations.list, { id })
  const found = query.data
  return (
    <Dialog title="Reviews and orders" sheet="full" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      {query.error && !found ? (
        <NotLoaded small title="Reviews and orders could not be loaded" of={query} />
      ) : (
        <Loading busy={!found} skeleton={<Skeleton width="100%" height={120} />}>
          {found && found.determinations.length + found.referrals.length === 0 ? (
            <State small kind="empty" title="No reviews or orders yet">
              Reviewer, board and court decisions appear here.
            </State>
          ) : (
            found && (
              <div className={css.form} role="region" aria-label="Reviews and orders" tabIndex={0}>
                {found.determinations.map((one) => (
                  <OneEntry key={one.determinationId} of={one} zone={zone} />
                ))}
                {found.referrals.map((one) => (
                  <section key={one.referralId} className={css.entry}>
                    <h3>Utilization review for {one.jurisState}</h3>
                    <Facts
                      of={[
                        ['Sent', `${exactWords(one.sentAt, zone)}, ${one.sentBy}`],
                        ['Due', exactWords(one.dueAt, zone)],
                        ['Result', one.result ? results[one.result] : 'Waiting for the reviewer'],
                        ...(one.closedAt ? [['Closed', exactWords(one.closedAt, zone)] as const] : []),
                        ...(one.reviewer ? [['Reviewer', `${one.reviewer}, license ${one.licence}`] as const] : []),
                        ...(one.review ? [[`Review by ${one.review.byName}`, reviewNotice(one.review)] as const] : []),
                      ]}
                    />
                  </section>
                ))}
              </div>
            )
          )}
        </Loading>
      )}
    </Dialog>
  )
}

function OneEntry({ of, zone }: { of: Entry; zone: string }) {
  return (
    <section className={css.entry}>
      <h3>
        {authorityInWords(of.kind)} {of.stands && <Badge tone="teal">In effect</Badge>}
        {of.withdrawn && <Badge tone="neutral">Withdrawn</Badge>}
      </h3>
      <Facts
        of={[
          ['Result', results[of.result]],
          ['Authority', `${of.authority}, ${of.number}`],
          ['Date', usDate(of.determinedOn)],
          ...(of.startDate === null ? [] : [['Grants', grantWords(of)] as const]),
          ...(of.note ? [['Note', of.note] as const] : []),
          ['Recorded', `${exactWords(of.recordedAt, zone)}, ${of.recordedBy}`],
          ...(of.withdrawn
            ? [
                [
                  'Withdrawn',
                  `${exactWords(of.withdrawn.at, zone)}, ${of.withdrawn.by}: ${of.withdrawn.reason}`,
                ] as const,
              ]
            : []),
        ]}
      />
    </section>
  )
}
