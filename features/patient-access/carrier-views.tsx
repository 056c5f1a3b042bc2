import { useState } from 'react'
import { Link } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
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
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { CaseDialog } from './case-dialog.tsx'
import { patientAccess, type CarrierView } from './contract.ts'
import { signs, type Sign } from './rules.ts'
import { Pages, Who, Why } from './view-cells.tsx'
import css from './who-looked.module.css'
import { partWords } from './words.ts'

const PAGE_SIZE = 50
const ALL = 'ALL'
const spans = ['30', '90', '365'] as const
const signWords: Readonly<Record<Sign, string>> = {
  NO_REASON: 'No reason on file',
  SAME_NAME: 'Same last name',
  AFTER_HOURS: 'After hours',
  EXPORT: 'Export',
  SSN: 'Social Security number shown',
  CASE: 'Has a case',
}

/** /accounts/who-looked: who opened which patient in the carrier, for the privacy office. */
export function CarrierViews() {
  const [span, setSpan] = useState<(typeof spans)[number]>('30')
  const [sign, setSign] = useState<string>(ALL)
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(0)
  const [open, setOpen] = useState<CarrierView>()
  const username = useRested(typed.trim(), 400)
  const days = { days: Number(span), ...(username !== '' && { username }) }
  const asked = useRead(
    patientAccess.carrier,
    { ...days, ...(sign !== ALL && { sign: sign as Sign }), page, size: PAGE_SIZE },
    { keepPrevious: true },
  )
  const found = asked.data
  const from =
    <T,>(set: (next: T) => void) =>
    (next: T) => {
      set(next)
      setPage(0)
    }
  const count = (one: Sign) => (found && found.every > 0 ? ` (${found.ofSign[one].toLocaleString('en-US')})` : '')
  return (
    <Page canvas>
      <div className={css.page}>
        <div className={css.title}>
          <PageTitle title="Who looked" />
          <p className="soft">Every view of a single patient’s record. Looking at this page is on record too.</p>
        </div>
        <div className={css.filters} role="search" aria-label="Views">
          <TextField label="Username" type="search" value={typed} onChange={from(setTyped)} />
          <SelectField
            label="Show"
            value={sign}
            options={[
              { value: ALL, label: 'All views' },
              ...signs.map((value) => ({ value, label: `${signWords[value]}${count(value)}` })),
            ]}
            onChange={from(setSign)}
          />
        </div>
        {asked.error && !found ? (
          <NotLoaded title="The views could not be loaded" safe="They are still on record." of={asked} />
        ) : (
          <Card
            title="Views"
            flush
            sub={found && `${found.totalElements.toLocaleString('en-US')} in ${span} days`}
            acts={
              <Segmented
                label="Days"
                size="small"
                options={spans.map((value) => ({ value, label: `${value} days` }))}
                value={span}
                onChange={from(setSpan)}
              />
            }
          >
            <Loading busy={!found} skeleton={<Skeleton width="100%" height={240} />} loaded="Views loaded.">
              {found &&
                (found.content.length === 0 ? (
                  <State small kind="noMatch" title="No views match">
                    Choose more days, or show all views.
                  </State>
                ) : (
                  <Views of={found.content} busy={asked.isFetching} onOpen={setOpen} />
                ))}
              {found && <Pages at={page} of={found.totalPages} onTurn={setPage} />}
            </Loading>
          </Card>
        )}
      </div>
      {open && <CaseDialog view={open} onClose={() => setOpen(undefined)} />}
    </Page>
  )
}

type ViewsProps = { of: readonly CarrierView[]; busy: boolean; onOpen: (view: CarrierView) => void }
function Views({ of, busy, onOpen }: ViewsProps) {
  const { person, carrier } = useUser()
  return (
    <Table caption="Views of patients" tall cards="labels" busy={busy}>
      <TableHead>
        <HeadCell>When</HeadCell>
        <HeadCell>Who</HeadCell>
        <HeadCell>Patient</HeadCell>
        <HeadCell>What they saw</HeadCell>
        <HeadCell>Why they could</HeadCell>
        <HeadCell>
          <span className="sr-only">Case</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {of.map((view) => (
          <Row key={view.viewId}>
            <Cell label="When" second={view.afterHours && 'After hours'}>
              {exactWords(view.at, person.timeZone)}
            </Cell>
            <Who of={view} />
            <Cell label="Patient" second={view.claimNumber}>
              <Link
                href={patientAddress(
                  { masterCarrier: carrier.code, subCarrier: view.subCarrier, claimId: view.claimId },
                  'who-looked',
                )}
              >
                {view.patient}
              </Link>
            </Cell>
            <Cell label="What they saw" second={view.statedReason}>
              {partWords[view.part]}
            </Cell>
            <Why of={view} />
            <Cell>
              {view.case?.closedAt ? (
                <span className="soft">Case closed</span>
              ) : view.userId === person.id ? (
                <span className="soft">You</span>
              ) : (
                <Button
                  size="small"
                  aria-label={`${view.case ? 'Close the case' : 'Open a case'}: ${view.name}, ${view.patient}`}
                  onClick={() => onOpen(view)}
                >
                  {view.case ? 'Close case' : 'Open case'}
                </Button>
              )}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}
