import { useState } from 'react'
import { Link } from 'wouter'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { requestPath } from '#features/authorizations/queue.ts'
import { bulkActs, type BulkItem } from './contract.ts'
import { kindWords, many } from './rules.ts'
import css from './bulk.module.css'

const stateWords: Readonly<Record<BulkItem['state'], string>> = {
  WAITING: 'Waiting',
  DONE: 'Done',
  REFUSED: 'Left as it was',
  CANCELED: 'Canceled',
}
type Shown = 'ALL' | 'REFUSED' | 'DONE'

/** What became of each request of a bulk act. */
export function BulkResults({ bulkId, onClose }: { bulkId: string; onClose: () => void }) {
  const [shown, setShown] = useState<Shown>('ALL')
  const [pages, setPages] = useState<readonly number[]>([0])
  const after = pages.at(-1)!
  const input = { bulkId, ...(shown !== 'ALL' && { state: shown }), ...(after > 0 && { after }) }
  const [runs, setRuns] = useState(true)
  const { data, error, refetch, isFetching } = useRead(bulkActs.of, input, {
    keepPrevious: true,
    ...(runs && { everyMs: 1500 }),
  })
  if (data && data.waiting > 0 !== runs) setRuns(data.waiting > 0)
  const cancel = useAct(bulkActs.cancel)
  return (
    <Dialog
      title={data ? `${kindWords[data.what].does} ${many(data.total)}` : 'Results'}
      onClose={onClose}
      footerStart={
        data &&
        data.waiting > 0 && (
          <Button busy={cancel.isPending} onClick={() => cancel.mutate({ bulkId })}>
            Cancel the rest
          </Button>
        )
      }
      footer={
        <>
          {pages.length > 1 && (
            <Button size="large" onClick={() => setPages(pages.slice(0, -1))}>
              Previous
            </Button>
          )}
          {data?.next != null && (
            <Button size="large" onClick={() => setPages([...pages, data.next!])}>
              Next
            </Button>
          )}
          <Button size="large" tone="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {!data && error ? (
        <ErrorState
          small
          title="The results could not be loaded"
          safe="What was started continues."
          text={error.message}
          supportId={error.supportId}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : !data ? (
        <div role="status" aria-label="Loading">
          <Skeleton width="70%" />
          <Skeleton width="90%" />
        </div>
      ) : (
        <>
          <div className={css.counts}>
            <Segmented
              label="Show"
              value={shown}
              onChange={(next: Shown) => {
                setShown(next)
                setPages([0])
              }}
              options={[
                { value: 'ALL', label: `All ${data.total}` },
                { value: 'REFUSED', label: `Left ${data.refused}` },
                { value: 'DONE', label: `Done ${data.done}` },
              ]}
            />
          </div>
          <ul className={css.items}>
            {data.items.map((item) => (
              <li key={item.authorizationId}>
                <span>
                  <Link href={requestPath(item.authorizationId)}>{item.claimant}</Link>, {item.drug}:{' '}
                  <b>{stateWords[item.state]}</b>
                </span>
                {item.message && <p>{item.message}</p>}
              </li>
            ))}
          </ul>
          {data.items.length === 0 && <p className={css.intro}>None.</p>}
        </>
      )}
    </Dialog>
  )
}
