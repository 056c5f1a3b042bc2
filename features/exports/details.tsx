import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { exportList, type Export } from './contract.ts'
import css from './exports-page.module.css'

const tookWords = (at: string, endedAt: string | null): string | null => {
  if (endedAt === null) return null
  const seconds = Math.max(0, Math.round((Date.parse(endedAt) - Date.parse(at)) / 1000))
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

const sum = (text: string) => <span className={css.sum}>{text}</span>

/** All that is known of a file that left. */
export function ExportDetails({ of, onClose }: { of: Export; onClose: () => void }) {
  const { person } = useUser()
  const asked = useRead(exportList.one, { exportId: of.exportId })
  const more = asked.data
  return (
    <Dialog
      title={[of.what, of.about].filter(Boolean).join(', ')}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {asked.error && !more ? (
        <NotLoaded small title="The entry could not be loaded" of={asked} />
      ) : (
        <Loading busy={!more} skeleton={<Skeleton width="100%" height={240} />} loaded="Entry loaded.">
          {more && (
            <div className={css.details}>
              {more.why.map((words) => (
                <Note key={words} tone="amber">
                  {words}
                </Note>
              ))}
              <Facts
                of={[
                  ['Who', of.username === null ? of.name : `${of.name}, ${of.username}`],
                  ['When', exactWords(of.at, person.timeZone)],
                  ['Took', tookWords(of.at, of.endedAt)],
                  ['Program', of.subCarrier ?? 'All'],
                  ['Filter', of.filters.join('; ') || 'None'],
                  ['Columns', more.columns?.join(', ') ?? 'Those of its kind'],
                  ['Rows', of.rows?.toLocaleString('en-US')],
                  ['Claims in it', more.claims.toLocaleString('en-US')],
                  ['Check sum (SHA-256)', more.sha256 && sum(more.sha256)],
                  ['Support Id', sum(of.exportId)],
                ]}
              />
            </div>
          )}
        </Loading>
      )}
    </Dialog>
  )
}
