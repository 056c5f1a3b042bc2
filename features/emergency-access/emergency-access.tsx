import { useState } from 'react'
import { Link, useParams } from 'wouter'
import { mayUpdate } from '#features/permissions/rules.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { emergencyAccess } from './contract.ts'
import css from './emergency-access.module.css'
import { OpenForm } from './open-form.tsx'
import { openedAddress } from './opened-address.ts'
import { Summary } from './summary.tsx'

const PAGE_SIZE = 25

/** Opening a claim of another program in an emergency, what was opened (/emergency-access), and one such claim. */
export function EmergencyAccess() {
  const { mc, claimId } = useParams()
  return mc && claimId ? <Summary mc={mc} claimId={claimId} /> : <Start />
}

function Start() {
  const { person } = useUser()
  const asked = useRead(emergencyAccess.allowed, {})
  const may = mayUpdate(person)
  return (
    <Page as="reading" canvas>
      <div className={css.page}>
        <PageTitle title="Emergency access" />
        {asked.error && !asked.data ? (
          <NotLoaded title="This page could not be loaded" safe="Nothing was opened." of={asked} />
        ) : (
          <Loading busy={!asked.data} skeleton={<Skeleton width="100%" height={200} />}>
            {asked.data &&
              (asked.data.allowed && may ? (
                <OpenForm />
              ) : (
                <State
                  kind="noPermission"
                  title={may ? 'Emergency access is off for your carrier' : 'Emergency access is not part of your role'}
                >
                  {may
                    ? 'Ask your supervisor who works in the program of the claim.'
                    : 'Your role reads only what is in your programs.'}
                </State>
              ))}
          </Loading>
        )}
        <Openings />
      </div>
    </Page>
  )
}

function Openings() {
  const { person } = useUser()
  const [page, setPage] = useState(0)
  const { data } = useRead(emergencyAccess.openings, { page, size: PAGE_SIZE }, { keepPrevious: true })
  if (!data || data.totalElements === 0) return null
  return (
    <Card title="Opened" sub={data.totalElements} flush>
      <div className={css.list}>
        <Table caption="Claims opened in an emergency" tall cards="labels">
          <TableHead>
            <HeadCell>When</HeadCell>
            <HeadCell>Who</HeadCell>
            <HeadCell>Claim</HeadCell>
            <HeadCell>Reason</HeadCell>
          </TableHead>
          <TableBody>
            {data.content.map((one) => (
              <Row key={one.openingId}>
                <Cell label="When">{exactWords(one.at, person.timeZone)}</Cell>
                <Cell head>{one.name}</Cell>
                <Cell label="Claim" second={one.subCarrier}>
                  {one.open ? (
                    <Link href={openedAddress(person.mc, one.claimId)}>{one.claimNumber}</Link>
                  ) : (
                    one.claimNumber
                  )}
                </Cell>
                <Cell label="Reason">{one.reason}</Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
        {data.totalPages > 1 && (
          <nav className={css.pages} aria-label="Pages">
            <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
              Newer
            </Button>
            <Button size="small" disabled={page + 1 >= data.totalPages} onClick={() => setPage(page + 1)}>
              Older
            </Button>
          </nav>
        )}
      </div>
    </Card>
  )
}
