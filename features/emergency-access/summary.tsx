import { claimWords, coverageDays, coverageWords, genderWords } from '#features/patients/words.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { ageOn, usDate } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { emergencyAccess } from './contract.ts'
import css from './emergency-access.module.css'
import { plural } from '#platform/text/plural.ts'

type Opened = AnswerOf<typeof emergencyAccess.claim>
const CHECK_MS = 60_000

/** The summary of one claim (/emergency-access/:mc/:claimId) until its time is over. */
export function Summary({ mc, claimId }: { mc: string; claimId: string }) {
  const asked = useRead(emergencyAccess.claim, { mc, claimId }, { everyMs: CHECK_MS })
  const closed = asked.error?.code === 'NOT_FOUND' || asked.error?.code === 'VALIDATION'
  const found = closed ? undefined : asked.data
  return (
    <Page as="reading" canvas>
      <div className={css.page}>
        <PageTitle title={found ? `Claim ${found.patient.customerClaimNumber}` : 'Emergency access'}>
          {found ? `${found.patient.claimantFirstName} ${found.patient.claimantLastName}` : 'Emergency access'}
        </PageTitle>
        {closed ? (
          <State
            kind="noPermission"
            title="This claim is not open"
            acts={
              <LinkButton tone="primary" href="/emergency-access">
                Emergency access
              </LinkButton>
            }
          >
            This access has expired, or you did not open it. You can open it again with a reason.
          </State>
        ) : asked.error && !found ? (
          <NotLoaded title="We could not load this claim" safe="It stays open until the time runs out." of={asked} />
        ) : (
          <Loading busy={!found} skeleton={<Skeleton width="100%" height={240} />}>
            {found && <Shown of={found} />}
          </Loading>
        )}
      </div>
    </Page>
  )
}

function Shown({ of: { patient, cautions, diagnoses, fills, until } }: { of: Opened }) {
  const { person } = useUser()
  const today = dateIn(useNow(), person.timeZone)
  const owner = patient.caseOwner
  return (
    <>
      {until !== null && (
        <Note tone="amber">
          <b>Emergency access until {exactWords(until, person.timeZone)}.</b> Your supervisor and the privacy office
          were notified. You cannot change anything here.
        </Note>
      )}
      <Card title="Patient and claim">
        <Facts
          of={[
            ['Born', `${usDate(patient.dob)} (${ageOn(patient.dob, today)})${genderWords(patient.gender)}`],
            ['Claim', `${patient.customerClaimNumber}, ${patient.subCarrier}`],
            ['Patient ID', patient.patientId],
            ['Injured', `${usDate(patient.doi)}, ${patient.jurisState}`],
            ['Injury', patient.injury],
            ['Claim status', claimWords(patient)],
            ['Coverage', [coverageWords(patient.coverage), coverageDays(patient.coverage)].filter(Boolean).join(', ')],
            ['Diagnoses', diagnoses.map(({ code, description }) => `${code} ${description}`).join('; ')],
            ['Case owner', owner && `${owner.firstName} ${owner.lastName}`],
          ]}
        />
      </Card>
      {cautions.length > 0 && (
        <Card title="Know first">
          <ul className={css.cautions}>
            {cautions.map(({ key, title, detail }) => (
              <li key={key}>
                <b>{title}.</b> {detail}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title="Fills in 13 months" sub={fills.length} flush>
        {fills.length === 0 ? (
          <p className={css.none}>None</p>
        ) : (
          <div className={css.list}>
            <Table caption="Fills" tall cards="labels">
              <TableHead>
                <HeadCell>Filled</HeadCell>
                <HeadCell>Drug</HeadCell>
                <HeadCell>Prescriber</HeadCell>
                <HeadCell>Pharmacy</HeadCell>
              </TableHead>
              <TableBody>
                {fills.map((fill) => (
                  <Row key={fill.transactionId}>
                    <Cell label="Filled">{usDate(fill.fillDate)}</Cell>
                    <Cell head second={`${fill.quantity} for ${plural(fill.daysSupply, 'day')}`}>
                      {fill.drugName}
                    </Cell>
                    <Cell label="Prescriber">{fill.prescriberName}</Cell>
                    <Cell label="Pharmacy">{fill.pharmacyName}</Cell>
                  </Row>
                ))}
              </TableBody>
            </Table>
          </div>
        )}
      </Card>
    </>
  )
}
