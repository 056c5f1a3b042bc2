import type { AnswerOf } from '#platform/calls/contract.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import type { people } from './contract.ts'
import { daysLeftWords, roleWords } from './user-words.ts'

type Listed = AnswerOf<typeof people.list>

/** Who is invited, and for how long. */
export function Invitations({ of, zone }: { of: Listed['invitations']; zone: string }) {
  const now = useNow()
  return (
    <Card title="Open invitations" flush>
      <Table caption="Open invitations" tall cards="labels">
        <TableHead>
          <HeadCell>Name</HeadCell>
          <HeadCell>Roles</HeadCell>
          <HeadCell>Invited by</HeadCell>
          <HeadCell>Good until</HeadCell>
        </TableHead>
        <TableBody>
          {of.map((one) => (
            <Row key={one.invitationId}>
              <Cell head second={one.email}>
                {one.name}
              </Cell>
              <Cell label="Roles">{roleWords(one.roles)}</Cell>
              <Cell label="Invited by">{one.invitedBy}</Cell>
              <Cell label="Good until" second={daysLeftWords(one.expiresAt, now)}>
                {dayAndTime(one.expiresAt, zone).day}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
