import { useRead } from '#platform/browser/use-call.ts'
import { faxWords } from '#platform/text/phone-words.ts'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconAlert, iconCheck } from '#platform/ui/display/icons.ts'
import { When } from '#platform/ui/display/when.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { delivery, type Informed } from './contract.ts'
import css from './informed.module.css'

const ways: Readonly<Record<Informed['channel'], string>> = {
  PHARMACY: 'Answer to the pharmacy',
  MAIL: 'E-mail',
  FAX: 'Fax',
  SMS: 'Text',
  POST: 'Mail',
}
const looks: Readonly<Record<Informed['outcome'], { tone: Tone; icon?: string }>> = {
  WAITING: { tone: 'amber' },
  SENT: { tone: 'blue' },
  ARRIVED: { tone: 'green', icon: iconCheck },
  FAILED: { tone: 'red', icon: iconAlert },
}

/** "5 notices, 1 failed" */
function countWords(of: readonly Informed[]): string {
  const failed = of.filter(({ outcome }) => outcome === 'FAILED').length
  return `${of.length} ${of.length === 1 ? 'notice' : 'notices'}, ${failed === 0 ? 'none' : failed} failed`
}

/** Who was informed of a decision: each letter, fax, text, e-mail and message to the pharmacy, with its state and time. */
export function InformedCard({ authorizationId, zone, now }: { authorizationId: string; zone: string; now: number }) {
  const { data, error, refetch, isFetching } = useRead(delivery.informed, { id: authorizationId })
  const all = data?.content ?? []
  return (
    <Card title="Who was informed" sub={all.length > 0 ? countWords(all) : undefined}>
      {error && !data ? (
        <ErrorState
          small
          title="Who was informed could not be loaded"
          safe="Nothing was changed."
          text={error.message}
          supportId={error.supportId}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Loading busy={!data} skeleton={<Skeleton width="100%" height={120} />}>
          {data && all.length === 0 && <p className="muted">Nobody yet.</p>}
          <ul className={css.informed}>
            {all.map((one) => (
              <li key={one.id}>
                <div className={css.who}>
                  <b>{one.to}</b>
                  <span className="muted">
                    {ways[one.channel]}
                    {one.address !== null && ` · ${faxWords(one.address)}`}
                  </span>
                </div>
                <p className={css.about}>{one.about}</p>
                <div className={css.state}>
                  <Badge {...looks[one.outcome]}>{one.state}</Badge>
                  <When at={one.stateAt ?? one.createdAt} zone={zone} now={now} />
                </div>
              </li>
            ))}
          </ul>
        </Loading>
      )}
    </Card>
  )
}
