import { Fragment, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { timeLeft } from '#features/deadlines/timer.ts'
import { patientAddress } from '#features/claims/patient-address.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { ageOn, usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { iconCheck, iconPeople } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { useRows } from '#platform/ui/list/use-rows.ts'
import { Panel } from '#platform/ui/overlay/panel.tsx'
import type { FoundPatient, SearchType } from '../contract.ts'
import { bornWords, namesakes } from '../namesakes.ts'
import { coverageDays, coverageWords, genderWords } from '../words.ts'
import css from './find-patient.module.css'
import type { SentSearch } from '../remembered.ts'
import { Nothing } from './nothing.tsx'
import { Preview } from './preview.tsx'
import { PAGE_SIZE, type usePatientSearch } from './use-patient-search.ts'
import { patientWord } from '#features/settings/patient-word.ts'

type ResultsProps = {
  asked: SentSearch
  found: ReturnType<typeof usePatientSearch>
  onPage: (page: number) => void
  /** Looks for the same text as something else. */
  onSearchAs?: (type: SearchType) => void
  /** The user's own patients. */
  mine?: boolean
}

/** What a search found: exact matches, those that start with the text, close spellings. */
export function Results({ asked, found, onPage, onSearchAs, mine = false }: ResultsProps) {
  const { data, error } = found
  if (error && !data)
    return (
      <ErrorState
        title={error.code === 'VALIDATION' ? 'We cannot search for that' : 'The search did not work'}
        safe={error.code === 'VALIDATION' ? '' : 'What you typed is still there.'}
        text={error.fields?.[0]?.message ?? error.message}
        supportId={error.supportId}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    )
  const rows = data?.content ?? []
  // Of numbers, those close to what was typed are found only where it is nobody's.
  const near = (asked.type === 'C' || asked.type === 'M') && rows[0]?.match === 'CLOSE'
  return (
    <Loading
      busy={!data}
      skeleton={
        <div className={css.skeleton}>
          {[1, 2, 3, 4, 5].map((line) => (
            <Skeleton key={line} width="100%" height={44} />
          ))}
        </div>
      }
      loaded={data && `${data.totalElements} ${data.totalElements === 1 ? 'claim' : 'claims'}.`}
    >
      {data && rows.length === 0 && mine && (
        <State kind="empty" title="You own no claims">
          Claims you are the case owner of appear here.
        </State>
      )}
      {data && !mine && (rows.length === 0 || near) && (
        <Nothing asked={asked} rows={rows} onSearchAs={(type) => onSearchAs?.(type)} />
      )}
      {data && rows.length > 0 && !near && (
        <>
          <p className={css.count}>
            {data.totalIsExact
              ? `${data.totalElements} ${data.totalElements === 1 ? 'claim' : 'claims'}.`
              : `First ${data.totalElements}. Narrow your search to see the others.`}
            {data.totalElements === 1 && rows[0]!.match === 'EXACT' && !mine && ' Press Enter to open it.'} Each profile
            you open is logged.
          </p>
          {namesakes(rows).map(({ name, dobs }) => (
            <Note key={name} tone="amber" icon={iconPeople} className={css.namesakes ?? ''}>
              <b>
                {dobs.length === 2 ? 'Two' : dobs.length} people are named {name}.
              </b>{' '}
              {bornWords(dobs)} Check the birth date before you open a claim.
            </Note>
          ))}
          <FoundTable rows={rows} mine={mine} own={mine} />
          {data.totalPages > 1 && (
            <nav className={css.pages} aria-label="Pages">
              <Button size="small" disabled={asked.page === 0} onClick={() => onPage(asked.page - 1)}>
                Previous
              </Button>
              <span>
                {asked.page * PAGE_SIZE + 1} to {asked.page * PAGE_SIZE + rows.length} of {data.totalElements}
              </span>
              <Button size="small" disabled={asked.page + 1 >= data.totalPages} onClick={() => onPage(asked.page + 1)}>
                Next
              </Button>
            </nav>
          )}
        </>
      )}
    </Loading>
  )
}

/** From here on the preview stands beside the list; on narrower screens Space lays it over. */
const beside = '(min-width: 1400px)'

const groups = [
  { match: 'EXACT', title: 'Exact match' },
  { match: 'STARTS', title: 'Starts with what you typed' },
  { match: 'CLOSE', title: 'Close spelling' },
] as const

type FoundTableProps = {
  rows: readonly FoundPatient[]
  /** Without the groups by how it matches. */
  mine: boolean
  /** All are the user's own, or of somebody they work for: a row says where it is not the first owner's. */
  own?: boolean
}

/** The found claims in groups, one line each. */
export function FoundTable({ rows, mine, own = false }: FoundTableProps) {
  const [, navigate] = useLocation()
  const list = useRows(rows.map((row) => row.claimId))
  const now = useNow()
  const { person, settings } = useUser()
  const current = rows[list.current]
  const [preview, setPreview] = useState(true)
  const [over, setOver] = useState(false)
  const toggle = () => (matchMedia(beside).matches ? setPreview(!preview) : setOver(true))
  const openMedications = () => current && navigate(patientAddress(current, 'medications'))
  useKeys({ ...list.keys, m: openMedications, ' ': toggle })
  const doubtful = new Set(namesakes(rows).flatMap(({ ids }) => [...ids]))
  const born = (row: FoundPatient) =>
    doubtful.has(row.claimantId) ? <b className={css.doubtful}>{usDate(row.dob)}</b> : usDate(row.dob)
  const previewOf = (one: FoundPatient) => (
    <Preview
      of={one}
      born={
        <>
          {born(one)}, {ageOn(one.dob, dateIn(now, person.timeZone))}
          {genderWords(one.gender)}
        </>
      }
      due={dueWords(one, now)}
      onMedications={openMedications}
    />
  )
  return (
    <div {...list.listProps} className={css.beside}>
      <Table caption="Patients found" tall cards="places" className={css.found ?? ''}>
        <TableHead>
          <HeadCell>{patientWord(settings['dateLabel'])}</HeadCell>
          <HeadCell>Born</HeadCell>
          <HeadCell>Claim</HeadCell>
          <HeadCell>Injured</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Coverage</HeadCell>
          <HeadCell>Open requests</HeadCell>
          <HeadCell>Case owner</HeadCell>
        </TableHead>
        {groups.map(({ match, title }) => {
          const of = rows.map((row, index) => ({ row, index })).filter(({ row }) => row.match === match)
          if (of.length === 0) return null
          return (
            <Fragment key={match}>
              <TableBody>
                {!mine && (
                  <tr role="row" className={css.group}>
                    <th role="rowheader" scope="rowgroup" colSpan={8}>
                      {title} <span className="muted">{of.length}</span>
                    </th>
                  </tr>
                )}
                {of.map(({ row, index }) => (
                  <Row key={row.claimId} {...list.rowProps(index)}>
                    <FoundCells
                      row={row}
                      own={own}
                      linkProps={list.linkProps(index)}
                      born={born(row)}
                      onSpace={toggle}
                    />
                  </Row>
                ))}
              </TableBody>
            </Fragment>
          )
        })}
      </Table>
      {current && preview && (
        <section className={css.preview} aria-label="Preview">
          {previewOf(current)}
        </section>
      )}
      {current && over && (
        <Panel title="Preview" onClose={() => setOver(false)}>
          {previewOf(current)}
        </Panel>
      )}
    </div>
  )
}

/** When the next open request is due; null where none is open. */
const dueWords = ({ nextDueAt }: FoundPatient, now: number): string | null =>
  nextDueAt === null
    ? null
    : timeLeft(nextDueAt, new Date(now).toISOString(), { receivedAt: nextDueAt, snoozedUntil: null }).words

type FoundCellsProps = { row: FoundPatient; own: boolean; linkProps: object; born: ReactNode; onSpace: () => void }

function FoundCells({ row, own, linkProps, born, onSpace }: FoundCellsProps) {
  const { person } = useUser()
  const now = useNow()
  const { coverage, caseOwner } = row
  const claims = row.claimCount > 1 ? ` · ${row.claimCount} claims` : ''
  const closed = row.claimStatus === 'CLOSED'
  const whyMine = row.delegated
    ? 'You work for them now'
    : own && caseOwner?.userId !== person.id && 'You are a co-owner'
  return (
    <>
      <Cell head card="title" second={`${row.patientId}${claims}`}>
        <Link
          href={patientAddress(row)}
          {...linkProps}
          onKeyDown={(event) => {
            if (event.key !== ' ') return
            event.preventDefault()
            onSpace()
          }}
        >
          {row.claimantFirstName} {row.claimantLastName}
        </Link>
      </Cell>
      <Cell card="line" second={`${ageOn(row.dob, dateIn(now, person.timeZone))}${genderWords(row.gender)}`}>
        {born}
      </Cell>
      <Cell card="aside" second={row.subCarrier}>
        {row.customerClaimNumber}
      </Cell>
      <Cell card="foot" second={row.injury}>
        {usDate(row.doi)}
      </Cell>
      <Cell card="hide">{row.jurisState}</Cell>
      <Cell card="footAside" second={coverageDays(coverage)}>
        {closed ? (
          <Badge>Claim closed</Badge>
        ) : (
          <Badge
            tone={coverage.state === 'COVERED' ? 'green' : 'amber'}
            {...(coverage.state === 'COVERED' && { icon: iconCheck })}
          >
            {coverageWords(coverage)}
          </Badge>
        )}
      </Cell>
      <Cell card="hide" second={dueWords(row, now)}>
        {row.openAuthorizationCount === 0 ? 'None' : `${row.openAuthorizationCount} open`}
      </Cell>
      <Cell card="hide" second={whyMine}>
        {caseOwner ? `${caseOwner.firstName} ${caseOwner.lastName}` : 'Nobody'}
      </Cell>
    </>
  )
}
