import { useState } from 'react'
import { useCursor } from '#platform/browser/use-cursor.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { parseDate } from '#platform/dates/typed-date.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconSearch } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { ClaimField } from './claim-field.tsx'
import { exportList, type Export } from './contract.ts'
import css from './exports-page.module.css'
import { ExportTable } from './export-table.tsx'
import { marks, markWords, type Mark } from './rules.ts'
import { Weeks } from './weeks.tsx'

type Which = 'ALL' | Export['state']
const which: readonly { value: Which; label: string }[] = [
  { value: 'ALL', label: 'All' },
  { value: 'FINISHED', label: 'Finished' },
  { value: 'CANCELED', label: 'Canceled' },
  { value: 'FAILED', label: 'Failed' },
]
const markOptions = [
  { value: 'ANY', label: 'Any' },
  ...marks.map((value) => ({ value, label: markWords[value] })),
] as const
/** /accounts/exports: every file that left the portal, for account managers and the privacy office. */
export function ExportsPage() {
  const [state, setState] = useState<Which>('ALL')
  const [mark, setMark] = useState<Mark>()
  const [username, setUsername] = useState('')
  const [subject, setSubject] = useState('')
  const [claimId, setClaimId] = useState<string>()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const { person } = useUser()
  const today = dateIn(useNow(), person.timeZone)
  const days = { from: parseDate(from, today) || undefined, to: parseDate(to, today) || undefined }
  const backwards = days.from !== undefined && days.to !== undefined && days.from > days.to
  const typed = { username: username.trim(), subject: subject.trim(), claimId, ...(!backwards && days) }
  const rested = JSON.parse(useRested(JSON.stringify(typed), 400)) as Partial<typeof typed>
  const chosen = Object.fromEntries(Object.entries(rested).filter(([, value]) => value))
  const asked = useCursor(
    exportList.list,
    { size: 50, ...chosen, ...(state !== 'ALL' && { state }), ...(mark && { mark }) },
    ({ next }) => (next === null ? undefined : { after: next }),
    { keepPrevious: true },
  )
  // An entry that is open stays open while the list is asked again; that nothing matches is said of the newest question alone.
  const found = asked.data?.flatMap(({ content }) => content)
  const rows = asked.isPlaceholderData && found?.length === 0 ? undefined : found
  const narrowed = Object.keys(chosen).length > 0 || state !== 'ALL' || mark !== undefined
  return (
    <Page canvas>
      <div className={css.page}>
        <div className={css.head}>
          <PageTitle title="Exports" />
          <p>Every file exported from the portal. The list names no patients.</p>
        </div>
        <Weeks />
        <div className={css.filters} role="search" aria-label="Exports">
          <TextField label="Username" type="search" icon={iconSearch} value={username} onChange={setUsername} />
          <TextField label="Subject" type="search" icon={iconSearch} value={subject} onChange={setSubject} />
          <ClaimField onChange={setClaimId} />
          <DateField label="From" value={from} onChange={setFrom} today={today} />
          <DateField
            label="To"
            value={to}
            onChange={setTo}
            today={today}
            error={backwards ? 'The last day is before the first.' : undefined}
          />
          <SelectField
            label="Marked"
            value={mark ?? 'ANY'}
            options={markOptions}
            onChange={(next) => setMark(next === 'ANY' ? undefined : next)}
          />
          <Segmented label="How it ended" value={state} options={which} onChange={setState} />
        </div>
        {asked.error && !rows ? (
          <NotLoaded title="The exports could not be loaded" of={asked} />
        ) : (
          <Loading busy={!rows} skeleton={<Skeleton width="100%" height={320} />} loaded="Exports loaded.">
            {rows && (
              <Card flush>
                {rows.length === 0 ? (
                  <State
                    small
                    kind={narrowed ? 'noMatch' : 'empty'}
                    title={narrowed ? 'No exports match' : 'Nothing was exported yet'}
                  >
                    {narrowed ? 'Change the search or the filter.' : 'Exported files appear here.'}
                  </State>
                ) : (
                  <ExportTable of={rows} busy={asked.isFetching} />
                )}
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
              </Card>
            )}
          </Loading>
        )}
      </div>
    </Page>
  )
}
