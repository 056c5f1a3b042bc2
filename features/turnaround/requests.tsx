import { Link, useSearch } from 'wouter'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconArrowLeft } from '#platform/ui/display/icons.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { turnaround } from './contract.ts'
import { figuresOf, listAddress, listOf } from './list-address.ts'
import { durationWords, groupName, names } from './in-words.ts'
import { lastPage } from './rules.ts'
import css from './turnaround.module.css'
import { patientWord } from '#features/settings/patient-word.ts'

/** /turnaround/requests: the requests that a figure of the turnaround counts. */
export function TurnaroundRequests() {
  const { person, settings } = useUser()
  const of = listOf(useSearch())
  const asked = useRead(turnaround.requests, of, { keepPrevious: true })
  const found = asked.data
  const group = of.key !== undefined && found?.group
  const rest = found !== undefined && (found.page + 1) * found.size < found.totalElements
  const more = rest && found.page < lastPage
  return (
    <Page canvas>
      <div className={css.page}>
        <header className={css.head}>
          <PageTitle title={group ? `${names[of.figure]}: ${groupName(of.by, group)}` : names[of.figure]} />
          <span className={css.span}>
            {found && `${found.totalElements.toLocaleString('en-US')} requests, `}received {usDate(of.from)} to{' '}
            {usDate(of.to)}
          </span>
          <LinkButton href={figuresOf(of)} tone="quiet" icon={iconArrowLeft}>
            Turnaround
          </LinkButton>
        </header>
        <Card flush>
          {asked.error && !found ? (
            <NotLoaded title="The requests could not be loaded" of={asked} />
          ) : (
            <Loading busy={!found} skeleton={<Skeleton width="100%" height={320} />} loaded="Requests loaded.">
              {found?.content.length === 0 && (
                <State small kind="empty" title="No request is counted here">
                  Choose another figure or a longer period.
                </State>
              )}
              {found && found.content.length > 0 && (
                <Table caption={names[of.figure]} cards="labels" busy={asked.isFetching}>
                  <TableHead>
                    <HeadCell>{patientWord(settings['dateLabel'])}, drug</HeadCell>
                    <HeadCell>State</HeadCell>
                    <HeadCell>Received</HeadCell>
                    <HeadCell>Due</HeadCell>
                    <HeadCell>Outcome</HeadCell>
                    <HeadCell>Time</HeadCell>
                    <HeadCell>Person</HeadCell>
                  </TableHead>
                  <TableBody>
                    {found.content.map((one) => (
                      <Row key={one.authorizationId}>
                        <Cell head second={one.drug}>
                          <Link href={`/authorizations/request/${one.authorizationId}`}>{one.claimant}</Link>
                        </Cell>
                        <Cell label="State">{one.jurisState}</Cell>
                        <Cell label="Received">{exactWords(one.receivedAt, person.timeZone)}</Cell>
                        <Cell label="Due">{exactWords(one.dueAt, person.timeZone)}</Cell>
                        <Cell label="Outcome">{names[one.outcome]}</Cell>
                        <Cell label="Time">{one.hours === null ? '' : durationWords(one.hours)}</Cell>
                        <Cell label="Person">{one.person}</Cell>
                      </Row>
                    ))}
                  </TableBody>
                </Table>
              )}
            </Loading>
          )}
        </Card>
        <p>
          {of.page > 0 && (
            <LinkButton href={listAddress({ ...of, page: of.page - 1 })} tone="quiet">
              Previous
            </LinkButton>
          )}
          {more && (
            <LinkButton href={listAddress({ ...of, page: of.page + 1 })} tone="quiet">
              Next
            </LinkButton>
          )}
          {rest && !more && 'The list ends here. Choose one group or a shorter period for the rest.'}
        </p>
      </div>
    </Page>
  )
}
