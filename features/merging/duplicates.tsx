import { Suspense, useState } from 'react'
import { Link } from 'wouter'
import { lazyPart } from '#platform/browser/load-part.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { whenWords } from '#platform/dates/words.ts'
import { figure } from '#features/authorizations/figures.ts'
import { requestPath } from '#features/authorizations/queue.ts'
import { plural } from '#platform/text/plural.ts'

// Fetched when first opened.
const Merge = lazyPart(() => import('./merge-dialog.tsx').then((it) => it.Merge))

export type DuplicatesProps = {
  detail: AuthDetail
  zone: string
  now: number
  /** Opens the request that stays after a merge. */
  onOpen: (id: string) => void
  /** Asks a supervisor to merge them; undefined for who may not ask. */
  onAsk: (() => void) | undefined
}

/** Says where the same drug is pending twice, lets a supervisor merge the two, and where one speaks for another (T28). */
export function Duplicates({ detail, zone, now, onOpen, onAsk }: DuplicatesProps) {
  const [merging, setMerging] = useState(false)
  const { duplicates, merged, mergedInto } = detail
  const may = detail.allowedActions.includes('merge')
  return (
    <>
      {duplicates.length > 0 && (
        <Note
          tone="amber"
          act={
            may ? (
              <Button size="small" onClick={() => setMerging(true)}>
                Merge
              </Button>
            ) : (
              onAsk && (
                <Button size="small" onClick={onAsk}>
                  Ask to merge
                </Button>
              )
            )
          }
        >
          <b>
            {duplicates.length === 1
              ? 'Same drug is pending twice.'
              : `Same drug is pending ${duplicates.length + 1} times.`}
          </b>{' '}
          {duplicates.map((one, at) => (
            <span key={one.authorizationId}>
              {at > 0 && ' '}
              <Link href={requestPath(one.authorizationId)}>Request {one.referenceNumber}</Link>: {one.drugName},{' '}
              {figure(one.quantity)} for {plural(one.daysSupply, 'day')}, {one.pharmacyName}, received{' '}
              {whenWords(one.requestReceivedDate, zone, now)}.
            </span>
          ))}
          {!may && ' A supervisor can merge them.'}
        </Note>
      )}
      {mergedInto && (
        <Note tone="neutral">
          <b>This request was merged.</b> It is decided with{' '}
          <Link href={requestPath(mergedInto.authorizationId)}>request {mergedInto.referenceNumber}</Link>, and its
          pharmacy is notified of that decision.
        </Note>
      )}
      {merged.length > 0 && (
        <Note tone="neutral">
          <b>
            Includes {merged.length} merged request{merged.length === 1 ? '' : 's'}.
          </b>{' '}
          {merged.map((one, at) => (
            <span key={one.authorizationId}>
              {at > 0 && ', '}
              <Link href={requestPath(one.authorizationId)}>request {one.referenceNumber}</Link> of {one.pharmacyName}
            </span>
          ))}
          .
        </Note>
      )}
      <Suspense fallback={null}>
        {merging && (
          <Merge
            {...{ detail, zone, now }}
            onClose={() => setMerging(false)}
            onDone={(id) => {
              setMerging(false)
              if (id !== detail.authorizationId) onOpen(id)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
