import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '#platform/browser/load-part.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { capitalized } from '#platform/text/capitalized.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { evidence } from './contract.ts'
import css from './evidence.module.css'

const CompareSubmissions = lazyPart(() => import('./compare-dialog.tsx').then((it) => it.CompareSubmissions))

const statusWords = {
  ACCEPTED: 'accepted',
  PENDING: 'under investigation',
  DENIED: 'not accepted',
  NOT_ON_CLAIM: 'not on the claim',
} as const

/** Figures that the summary shows only where a submission changed them. */
const noOtherPlace: readonly string[] = ['Billed', 'DAW', 'Refills']

/** The amount of a request; marked where the last submission changed it, with what stood before. */
export function Amount({ authorizationId, children }: { authorizationId: string; children: ReactNode }) {
  const before = useRead(evidence.of, { authorizationId }).data?.resubmitted?.amount
  if (!before) return <b>{children}</b>
  return (
    <>
      <mark className={css.mark}>{children}</mark>{' '}
      <Before>
        {before.quantity} for {before.daysSupply}
      </Before>
    </>
  )
}

const Before = ({ children }: { children: ReactNode }) => (
  <s className={css.was}>
    <span className="sr-only">before: </span>
    {children}
  </s>
)

/** A figure of the request where it stands; marked where the last submission changed it, with what stood before. */
export function Sent({
  authorizationId,
  figure,
  children,
}: {
  authorizationId: string
  figure: string
  children: ReactNode
}) {
  const changes = useRead(evidence.of, { authorizationId }).data?.resubmitted?.changes
  const change = changes?.find((one) => one.figure === figure)
  if (!change) return children
  return (
    <>
      <mark className={css.mark}>{children}</mark> <Before>{change.before}</Before>
    </>
  )
}

/** What a later submission changed, above everything that is decided from. */
export function Resubmitted({ authorizationId, zone }: { authorizationId: string; zone: string }) {
  const { data } = useRead(evidence.of, { authorizationId })
  const [compares, setCompares] = useState(false)
  const of = data?.resubmitted
  if (!of) return null
  const [first, ...more] = of.changes.map(({ figure, before, after }) => `${figure.toLowerCase()} ${before} → ${after}`)
  return (
    <div className={css.resubmitted} role="note">
      <p>
        <b>
          Resubmitted {exactWords(of.at, zone)}: {first}.
        </b>{' '}
        {more.length > 0 && `${capitalized(more.join(', '))} changed with it. `}
        <span className="muted">Sent by {of.by}.</span>
      </p>
      {data.submissions.length > 1 && (
        <Button tone="quiet" size="small" className="screen-only" onClick={() => setCompares(true)}>
          {data.submissions.length === 2 ? 'Compare both' : `Compare all ${data.submissions.length}`}
        </Button>
      )}
      <Suspense fallback={null}>
        {compares && <CompareSubmissions of={data.submissions} zone={zone} onClose={() => setCompares(false)} />}
      </Suspense>
    </div>
  )
}

/** What the pharmacy sent besides the amount: directions, day of service, diagnosis, package. */
export function AsSent({ authorizationId }: { authorizationId: string }) {
  const { data, error } = useRead(evidence.of, { authorizationId })
  if (error && !data) return <p className="muted">The submitted claim could not be loaded: {error.message}</p>
  if (!data) return null
  const { sent } = data
  return (
    <Facts
      className={css.facts}
      of={[
        [
          'Directions',
          sent.directions === null ? (
            <span className="muted">Not sent</span>
          ) : (
            <>
              <Sent authorizationId={authorizationId} figure="Directions">
                <b>{sent.directions}</b>
              </Sent>
              {sent.asNeeded ? '' : ', not “as needed”'}
            </>
          ),
        ],
        ['Day of service', usDate(sent.dateOfService)],
        [
          'Diagnosis sent',
          sent.diagnoses.length === 0 ? (
            <span className="muted">None</span>
          ) : (
            sent.diagnoses.map((one) => (
              <span key={one.code} style={{ display: 'block' }}>
                {one.code} {one.description} <span className="muted">{statusWords[one.status]}</span>
              </span>
            ))
          ),
        ],
        [
          'NDC billed',
          sent.ndc && (
            <>
              {sent.ndc} <span className="muted">{sent.ndcOf}</span>
            </>
          ),
        ],
        ...(data.resubmitted?.changes ?? [])
          .filter(({ figure }) => noOtherPlace.includes(figure))
          .map(
            ({ figure, after }) =>
              [
                figure,
                <Sent key={figure} {...{ authorizationId, figure }}>
                  {after}
                </Sent>,
              ] as const,
          ),
      ]}
    />
  )
}
