import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#platform/browser/load-part.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { announce } from '#platform/ui/display/announce.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { bulkActs, type BulkAct } from './contract.ts'
import { kindWords, many } from './rules.ts'
import css from './bulk.module.css'

const BulkResults = lazyPart(() => import('./bulk-results.tsx').then((it) => it.BulkResults))

const store = 'rxdocket.bulk.seen'
const seenBefore = (): string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(store) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    return []
  }
}

/** "12 snoozed, 2 left as they were." */
const resultWords = ({ what, done, refused, canceled }: BulkAct): string =>
  [
    `${done.toLocaleString('en-US')} ${kindWords[what].did}`,
    ...(refused > 0 ? [`${refused.toLocaleString('en-US')} left as they were`] : []),
    ...(canceled > 0 ? [`${canceled.toLocaleString('en-US')} canceled`] : []),
  ].join(', ')

/**
 * What the user's own bulk acts are at, also those begun before the browser was closed; each until its result was seen.
 * `started` is one that was begun here.
 */
export function BulkProgress({ started }: { started: string | undefined }) {
  const [seen, setSeen] = useState(seenBefore)
  const [open, setOpen] = useState<string>()
  const [watches, setWatches] = useState(true)
  const { data } = useRead(bulkActs.mine, {}, watches ? { everyMs: 1500 } : {})
  const shown = (data?.content ?? []).filter(({ bulkId }) => !seen.includes(bulkId))
  const runs =
    shown.some(({ waiting }) => waiting > 0) ||
    (started !== undefined && !data?.content.some(({ bulkId }) => bulkId === started))
  if (data && runs !== watches) setWatches(runs)
  const finished = shown
    .filter(({ waiting }) => waiting === 0)
    .map((one) => resultWords(one))
    .join('. ')
  useEffect(() => {
    if (finished !== '') announce(`${finished}.`, 'polite')
  }, [finished])
  const undo = useAct(bulkActs.undo)
  const takeBack = (bulkId: string) =>
    undo.mutate(
      { bulkId },
      {
        onSuccess: () => {
          close(bulkId)
          setWatches(true)
        },
        onError: ({ message }) => toast({ tone: 'error', words: 'Nothing was undone.', detail: message }),
      },
    )
  const close = (bulkId: string) => {
    const next = [bulkId, ...seen].slice(0, 50)
    setSeen(next)
    try {
      localStorage.setItem(store, JSON.stringify(next))
    } catch {
      // Storage denied: it is shown again after a reload.
    }
  }
  return (
    <>
      {shown.map((one) => (
        <section key={one.bulkId} className={css.strip} aria-label="Progress">
          {one.waiting > 0 ? (
            <>
              <b>
                {kindWords[one.what].doing} {many(one.total)}
              </b>
              <progress max={one.total} value={one.total - one.waiting} aria-label="Requests done" />
              <span>
                {(one.total - one.waiting).toLocaleString('en-US')} of {one.total.toLocaleString('en-US')}
              </span>
            </>
          ) : (
            <b>{resultWords(one)}</b>
          )}
          <span className="grow" />
          <Button size="small" onClick={() => setOpen(one.bulkId)}>
            Results
          </Button>
          {one.mayUndo && (
            <Button size="small" busy={undo.isPending} busyLabel="Undoing" onClick={() => takeBack(one.bulkId)}>
              Undo
            </Button>
          )}
          {one.waiting === 0 && (
            <Button size="small" tone="quiet" onClick={() => close(one.bulkId)}>
              Done
            </Button>
          )}
        </section>
      ))}
      <Suspense fallback={null}>
        {open !== undefined && <BulkResults bulkId={open} onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}
