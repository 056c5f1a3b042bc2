import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconClose, iconExport, iconLock } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import css from './data-extract.module.css'
import { useExtract } from './use-extract.ts'

type ReportCardProps = {
  facts: readonly (readonly [label: string, value: string])[]
  /** Why it cannot be downloaded yet, in words. */
  whyNot: string | undefined
  onDownload: () => void
  onReset: () => void
  /** Keep what is in the form; absent where the user may change nothing. */
  onKeep: ((as: 'preset' | 'schedule') => void) | undefined
  /** Nothing to reset. */
  untouched: boolean
}

const size = (bytes: number): string =>
  bytes < 1e6 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1e6).toFixed(1)} MB`

/** What will be in the file, the way to it, and how far it is. */
export function ReportCard({ facts, whyNot, onDownload, onReset, onKeep, untouched }: ReportCardProps) {
  const { running } = useExtract()
  const share = running && running.of > 0 ? Math.min(100, Math.round((running.rows / running.of) * 100)) : 0
  return (
    <>
      <Card title="Your report">
        <Facts of={facts} />
        {running ? (
          <div className={css.running}>
            <p>
              <b>{running.rows.toLocaleString('en-US')}</b> of about {running.of.toLocaleString('en-US')} rows
            </p>
            <div
              role="progressbar"
              aria-label={`Extract of ${running.what}`}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={share}
              className={css.bar}
            >
              <i style={{ inlineSize: `${share}%` }} />
            </div>
            <p className={css.small}>
              {running.what}, {size(running.bytes)}. You can leave this page; keep this tab open.
            </p>
            <Button block icon={iconClose} keys={['Esc']} onClick={running.cancel}>
              Cancel extract
            </Button>
          </div>
        ) : (
          <div className={css.acts}>
            <Button
              tone="primary"
              size="large"
              block
              icon={iconExport}
              aria-disabled={whyNot !== undefined}
              aria-describedby="why-not-download"
              onClick={onDownload}
            >
              Download
            </Button>
            <p id="why-not-download" className={css.small}>
              {whyNot ?? 'A CSV file, data-extract-YYYYMMDDHHmmss.csv.'}
            </p>
            {onKeep && (
              <div className={css.keepActs}>
                <Button disabled={whyNot !== undefined} onClick={() => onKeep('preset')}>
                  Save preset
                </Button>
                <Button disabled={whyNot !== undefined} onClick={() => onKeep('schedule')}>
                  Schedule
                </Button>
              </div>
            )}
            <Button tone="quiet" block disabled={untouched} onClick={onReset}>
              Reset
            </Button>
          </div>
        )}
      </Card>
      <Note icon={iconLock}>
        The file has health data. Keep it on a work device and delete it when you are done. Every extract is on record.
      </Note>
    </>
  )
}
