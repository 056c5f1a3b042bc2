import { Link } from 'wouter'
import { flags } from '#features/flags/contract.ts'
import { people } from '#features/people/contract.ts'
import { ENDING_DAYS, endMeans, licenseState } from '#features/people/licenses.ts'
import { userAddress } from '#features/people/user-address.ts'
import { roleWords } from '#features/people/user-words.ts'
import { professionNames } from '#features/permissions/professions.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { daysBetween, usDate } from '#platform/dates/day.ts'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'

/** Licenses of users that ended or end soon; nothing while none does. */
export function LicensesCard() {
  const flag = useRead(flags.ofUser, { flagName: 'administration' })
  const asked = useRead(people.lately, {}, { off: flag.data?.variation !== true })
  const found = asked.data
  if (asked.error && !found)
    return (
      <Card title="Licenses that end">
        <FailedNote what="Licenses could not be loaded." failure={asked.error} />
      </Card>
    )
  if (!found || found.licenseCount === 0) return null
  const { licenses, licenseCount, today } = found
  const left = (expiresOn: string) => daysBetween(today, expiresOn)
  return (
    <Card
      title="Licenses that end"
      sub={`${licenses.length < licenseCount ? `${licenses.length} of ` : ''}${licenseCount} ended or ending in ${ENDING_DAYS} days`}
      flush
    >
      <Table caption="Licenses of users that ended or end soon, the first end first" cards="labels">
        <TableHead>
          <HeadCell>User</HeadCell>
          <HeadCell>License</HeadCell>
          <HeadCell>Ends</HeadCell>
          <HeadCell>What it means</HeadCell>
        </TableHead>
        <TableBody>
          {licenses.map((one) => (
            <Row key={`${one.userId} ${one.state} ${one.profession}`}>
              <Cell head label="User" second={roleWords(one.roles)}>
                <Link href={userAddress(one.username)}>{one.name}</Link>
              </Cell>
              <Cell label="License" second={one.number || undefined}>
                {one.state}, {professionNames[one.profession].toLowerCase()}
              </Cell>
              <Cell
                label="Ends"
                second={
                  licenseState(one, today) === 'ENDED' ? (
                    <Badge tone="red">Ended</Badge>
                  ) : (
                    `${left(one.expiresOn)} ${left(one.expiresOn) === 1 ? 'day' : 'days'} left`
                  )
                }
              >
                {usDate(one.expiresOn)}
              </Cell>
              <Cell label="What it means">{endMeans(one, today)}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
