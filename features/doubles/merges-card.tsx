import { useState } from 'react'
import { useCursor } from '#platform/browser/use-cursor.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconUndo } from '#platform/ui/display/icons.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { doubles, type Merge } from './contract.ts'
import { UndoMerge } from './dialogs.tsx'
import css from './doubles.module.css'

/** What was merged, the last first, with Undo; of the patient of a claim alone where it is given. Nothing where nothing was. */
export function MergesCard({ claimId }: { claimId?: string }) {
  const { person, carrier } = useUser()
  const [undoing, setUndoing] = useState<Merge>()
  const asked = useCursor(
    doubles.merges,
    { masterCarrier: carrier.code, ...(claimId !== undefined && { claimId }), page: 0, size: 10 },
    ({ more, page }) => (more ? { page: page + 1 } : undefined),
  )
  const merges = asked.data?.flatMap((part) => part.merges) ?? []
  if (asked.error && merges.length === 0) return <NotLoaded small title="The merges could not be loaded" of={asked} />
  if (merges.length === 0) return null
  return (
    <Card title="Merged patients" flush>
      <ul className={css.rows}>
        {merges.map((one) => (
          <li key={one.mergeId}>
            <span>
              <b>
                {one.goes.name}, {one.goes.patientId}, into {one.stays.name}, {one.stays.patientId}
              </b>
              <small>
                {one.by}, {exactWords(one.at, person.timeZone)}: {one.reason}
              </small>
              {one.undone && (
                <small>
                  Undone by {one.undone.by}, {exactWords(one.undone.at, person.timeZone)}: {one.undone.reason}
                </small>
              )}
              {!one.undone && one.whyNotUndo && <small>{one.whyNotUndo.message}</small>}
            </span>
            {!one.undone && (
              <Button
                size="small"
                icon={iconUndo}
                disabled={one.whyNotUndo !== null}
                aria-haspopup="dialog"
                aria-label={`Undo the merge of ${one.goes.patientId}`}
                onClick={() => setUndoing(one)}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked.hasNextPage && (
        <div className={css.more}>
          <Button
            size="small"
            busy={asked.isFetchingNextPage}
            busyLabel="Loading"
            onClick={() => asked.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
      {undoing && <UndoMerge of={undoing} onClose={() => setUndoing(undefined)} />}
    </Card>
  )
}
