import { requestPath } from '#features/authorizations/queue.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { usDate } from '#platform/dates/day.ts'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { carrierSettings } from './contract.ts'
import css from './settings-page.module.css'

type PreviewNoteProps = { settingKey: string; value: unknown; subCarrier: string | undefined }

/** What the change would have meant last month. */
export function PreviewNote({ settingKey, value, subCarrier }: PreviewNoteProps) {
  const rested = useRested(JSON.stringify(value), 400)
  const asked = useRead(
    carrierSettings.preview,
    { settings: { [settingKey]: JSON.parse(rested) as unknown }, ...(subCarrier !== undefined && { subCarrier }) },
    { keepPrevious: true },
  )
  const found = asked.data
  return (
    <section className={css.preview} aria-label="Last month" aria-busy={asked.isFetching}>
      <h3>What would have changed last month</h3>
      {asked.error && !asked.isFetching ? (
        <p>
          {asked.error.code === 'VALIDATION'
            ? 'Nothing to count: check the value above.'
            : 'The preview could not be loaded. You can go on without it.'}
        </p>
      ) : !found ? (
        <Skeleton width="100%" height={40} />
      ) : found.whyNotCounted !== null ? (
        <p>{found.whyNotCounted}</p>
      ) : (
        <>
          <p className={css.period}>
            {usDate(found.from)} – {usDate(found.to)}, {found.more ? 'the latest ' : ''}
            {found.judged.toLocaleString('en-US')} completed requests
          </p>
          {found.counts.map(({ words, count, requests }) => (
            <div key={words}>
              <p className={css.figure}>
                <b>{count.toLocaleString('en-US')}</b> {count === 1 ? words.replace(/^(\w+)s /, '$1 ') : words}
              </p>
              {requests.length > 0 && (
                <details>
                  <summary>
                    {requests.length < count ? `Show the latest ${requests.length}` : 'Show the requests'}
                  </summary>
                  <ul className={css.requests}>
                    {requests.map(({ authorizationId, reference }) => (
                      <li key={authorizationId}>
                        <a href={requestPath(authorizationId)} target="_blank" rel="noopener">
                          Request {reference}
                          <span className="sr-only"> (opens in a new tab)</span>
                        </a>
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </div>
          ))}
        </>
      )}
    </section>
  )
}
