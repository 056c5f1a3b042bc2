import { useState } from 'react'
import { ask, CallFailed } from '#platform/browser/call.ts'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { iconCheck, iconExport, iconWarning } from '#platform/ui/display/icons.ts'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { provenance, type StoredRecord } from '#features/provenance/contract.ts'
import css from './known.module.css'
import type { Section, Words } from '#features/provenance/lines.ts'
import { kindInWords, sectionsOf } from '#features/provenance/sections.ts'
import { plural } from '#platform/text/plural.ts'

type KnownProps = { authorizationId: string; referenceNumber: string; onClose: () => void }

const inZone = (zone: string): Words => ({
  instant: (iso) => {
    const { day, time, zone: short } = dayAndTime(iso, zone)
    return `${day} ${time} ${short}`
  },
})

/** Decision record at each decision of a request, the latest first, and whether the record is unchanged. */
export function Known({ authorizationId, referenceNumber, onClose }: KnownProps) {
  const { person } = useUser()
  const query = useRead(provenance.of, { id: authorizationId })
  const words = inZone(person.timeZone)
  const [busy, setBusy] = useState(false)
  const found = query.data
  const save = async () => {
    setBusy(true)
    try {
      const file = await ask(provenance.export, { id: authorizationId, timeZone: person.timeZone })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(file)
      link.download = `DecisionRecord_${referenceNumber}.pdf`
      link.click()
      // By then the download has its own reference to the data.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
      toast({ words: `${link.download} downloaded.` })
    } catch (error) {
      const failed = error instanceof CallFailed ? error : undefined
      toast({
        tone: 'error',
        words: 'The file could not be made. Nothing was changed.',
        detail: [failed?.message, failed?.supportId && `Support Id ${failed.supportId}`].filter(Boolean).join(' '),
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="Decision record"
      size="large"
      sheet="full"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            tone="primary"
            icon={iconExport}
            busy={busy}
            disabled={!found || found.records.length === 0}
            onClick={() => void save()}
          >
            Download PDF
          </Button>
        </>
      }
    >
      {query.error && !found ? (
        <NotLoaded small title="The record could not be loaded" of={query} />
      ) : (
        <Loading busy={!found} skeleton={<KnownSkeleton />}>
          {found && (
            <div className={css.all} role="region" aria-label={`Records of request ${referenceNumber}`} tabIndex={0}>
              {found.records.length === 0 && found.intact ? (
                <State small kind="empty" title="No decision was made yet">
                  The evidence used is saved here when a decision is made.
                </State>
              ) : (
                <>
                  {found.intact ? (
                    <Note tone="green">
                      <b>Records verified, unchanged.</b> Saved at decision time; totals recalculated and match.
                    </Note>
                  ) : (
                    <Note tone="red">
                      <b>Some records were changed after they were written.</b> {found.problems.join(' ')} Contact
                      support.
                    </Note>
                  )}
                  {found.records.toReversed().map((kept, at) => (
                    <OneRecord key={kept.sequence} kept={kept} words={words} open={at === 0} />
                  ))}
                </>
              )}
            </div>
          )}
        </Loading>
      )}
    </Dialog>
  )
}

function OneRecord({ kept, words, open }: { kept: StoredRecord; words: Words; open: boolean }) {
  const { record } = kept
  const sound = kept.problems.length === 0
  return (
    <details className={css.record} open={open}>
      <summary>
        <b>{record ? kindInWords(record.kind) : 'Unreadable record'}</b>
        {record && <span>{`${words.instant(record.at)}, ${record.decider.name}`}</span>}
        {kept.undone && <Badge tone="neutral">Undone</Badge>}
        {!sound && (
          <Badge tone="red" icon={iconWarning}>
            Changed after it was written
          </Badge>
        )}
        {sound && (
          <Badge tone="green" icon={iconCheck}>
            Intact
          </Badge>
        )}
      </summary>
      {sectionsOf(kept, words).map((section) =>
        section.collapsed ? (
          <details key={section.title} className={css.part}>
            <summary>
              <h3>{section.title}</h3> <span className="muted">{plural(section.lines.length, 'line')}</span>
            </summary>
            <Lines of={section} />
          </details>
        ) : (
          <section key={section.title} className={css.part} aria-label={section.title}>
            <h3>{section.title}</h3>
            <Lines of={section} />
          </section>
        ),
      )}
    </details>
  )
}

function Lines({ of }: { of: Section }) {
  return (
    <dl className={css.lines}>
      {of.lines.map((line, at) => (
        <div key={at}>
          <dt>{line.name}</dt>
          <dd>
            {line.was}
            {line.source && <small>{line.source}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function KnownSkeleton() {
  return (
    <div className={css.all}>
      {[4, 5, 3].map((lines, part) => (
        <div key={part} className={css.part}>
          <Skeleton width={140} />
          {Array.from({ length: lines }, (_, line) => (
            <Skeleton key={line} width={`${90 - ((line * 13 + part * 7) % 40)}%`} />
          ))}
        </div>
      ))}
    </div>
  )
}
